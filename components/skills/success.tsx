/** How well something does: the rate, its 90 % interval on 0–100 %, and how much evidence there is. */
import type { Outputs } from '../api/trpc.ts';
import { IntervalBar } from '../charts/interval-plot.tsx';
import { cn } from '../ui/cn.ts';
import { Numeral } from '../ui/layout/table.tsx';
import { evidenceText } from './wording.ts';

export type SuccessFigures = Outputs['skills']['performance'][number]['success'];

interface SuccessProps {
  success: SuccessFigures;
  /** In a table the figures of all rows stand under each other. */
  inTable?: boolean;
}

export function Success({ success, inTable = false }: SuccessProps) {
  const { evidence, rate, interval } = success;
  if (rate === null) return <span className="text-faint">no evidence yet</span>;
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <span className={cn('shrink-0 font-medium tabular-nums', inTable && 'w-11 text-right')}>
        <Numeral value={rate} as="percent" />
      </span>
      <IntervalBar
        mean={rate}
        low={interval[0]}
        high={interval[1]}
        className={cn('h-5 min-w-16 shrink', inTable ? 'w-36 md:max-xl:w-20' : 'w-40')}
      />
      <span className={cn('shrink-0 text-caption text-quiet tabular-nums', inTable && 'w-10')}>
        n {evidenceText(evidence)}
      </span>
    </span>
  );
}
