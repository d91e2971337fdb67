/** How well something does, the same everywhere: the rate, its 90 % whisker on 0–100 %, and how much evidence there is. */
import type { Outputs } from '../api/trpc.ts';
import { IntervalBar } from '../charts/interval-bar.tsx';
import { Numeral } from '../ui/numeral.tsx';
import { evidenceText } from './wording.ts';

export type SuccessFigures = Outputs['skills']['performance'][number]['success'];

export function Success({ success, arm }: { success: SuccessFigures; arm?: string | null }) {
  const { evidence, rate, interval } = success;
  if (rate === null) return <span className="text-faint">no evidence yet</span>;
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="w-11 text-right font-medium tabular-nums">
        <Numeral value={rate} as="percent" />
      </span>
      <IntervalBar
        mean={rate}
        low={interval[0]}
        high={interval[1]}
        arm={arm === 'incumbent' ? 'incumbent' : 'candidate'}
        className="h-5 w-28 shrink-0"
      />
      <span className="w-12 text-caption text-quiet tabular-nums">n {evidenceText(evidence)}</span>
    </span>
  );
}
