/** One line for each of many: what will happen or happened to it. */
'use client';

import type { Outputs } from '../api/trpc.ts';
import { Badge, RiskBadge } from '../ui/badge.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { type Planned, resultText } from './bulk-plan.ts';
import { skillText } from './row-facts.ts';

type Results = Outputs['changesets']['decideMany'];

export function BulkRows({ planned, results }: { planned: readonly Planned[]; results: Results | null }) {
  return (
    <ul aria-label="Outcomes" className="rounded-md border border-line">
      {planned.map((one) => (
        <li
          key={one.item.id}
          className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 border-line border-b px-3 py-2 last:border-b-0 sm:grid-cols-[4.25rem_minmax(0,1fr)_minmax(0,15.5rem)]"
        >
          <span>
            <RiskBadge risk={one.item.risk} />
          </span>
          <span className="min-w-0">
            <span className="block truncate font-medium text-table">
              <LearnedText text={skillText(one.item)} />
            </span>
            <span className="block text-caption text-quiet">
              <LearnedText text={one.item.title} />
            </span>
          </span>
          <span className="min-w-0 max-sm:col-start-2 sm:text-right">
            <Outcome one={one} result={results?.find(({ id }) => id === one.item.id)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ one, result }: { one: Planned; result: Results[number] | undefined }) {
  if (result !== undefined) return <Badge tone={toneOf(result)}>{resultText(result)}</Badge>;
  if (one.left !== null)
    return (
      <span className="text-attention text-caption">
        Left out: <LearnedText text={one.left} />
      </span>
    );
  return one.does === null ? null : (
    <span className="text-caption text-quiet">
      <LearnedText text={one.does} />
    </span>
  );
}

function toneOf({ result }: Results[number]): 'danger' | 'good' | 'neutral' {
  if (result === null || result.status === 'failed') return 'danger';
  return result.status === 'rejected' ? 'neutral' : 'good';
}
