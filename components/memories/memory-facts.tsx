'use client';

import Link from 'next/link';
/** What is known about a memory besides its words, in one quiet line. */
import type { Outputs } from '../api/trpc.ts';
import { Badge } from '../ui/badge.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { Numeral } from '../ui/table.tsx';
import { useAgentHref } from '../url/use-url-state.ts';

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

/** Whom a memory is about, in a reader's words. Pure. */

/** "about u_9, for bot", "about all users, for every agent". */
function whoseMemory({ user_id, agent_id }: { user_id: string | null; agent_id: string }): string {
  const about = user_id === null ? 'all users' : user_id;
  return `about ${about}, for ${agent_id === '*' ? 'every agent' : agent_id}`;
}

/** The runs that a memory was learned from; without any it was told by somebody. */

const SHOWN = 4;

export function SourceLinks({ sources }: { sources: readonly string[] }) {
  const hrefOf = useAgentHref();
  if (sources.length === 0)
    return <span className="text-caption text-quiet">Told directly, not learned from a run</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-quiet">
      Learned from
      {sources.slice(0, SHOWN).map((id) => (
        <Link
          key={id}
          href={hrefOf(`/episodes/${id}`)}
          prefetch={false}
          className="relative inline-flex h-6 items-center rounded-sm bg-sunken px-1.5 font-mono text-[11.5px] text-accent-strong hover:underline"
        >
          {shortId(id)}
        </Link>
      ))}
      {sources.length > SHOWN ? `and ${sources.length - SHOWN} more` : null}
    </span>
  );
}

function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 12)}…` : id;
}
