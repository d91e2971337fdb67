/** What is known about a memory besides its words, in one quiet line. */
import type { Outputs } from '../api/trpc.ts';
import { Badge } from '../ui/badge.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { Numeral } from '../ui/numeral.tsx';
import { whoseMemory } from './whose.ts';

type Memory = Outputs['memories']['chain'][number];

export function MemoryFacts({ memory }: { memory: Memory }) {
  return (
    <>
      <Badge>{memory.kind}</Badge>
      <span className="min-w-0 truncate">
        <LearnedText text={whoseMemory(memory)} />
      </span>
      <span>
        confidence <Numeral value={memory.confidence} as="score" />
      </span>
    </>
  );
}
