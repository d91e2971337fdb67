/** The changesets that wait for a canary to end, and what becomes of them. */
import Link from 'next/link';
import { RiskBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import type { CanaryDetail } from './canary-types.ts';

export function QueuedCard({ queued }: Pick<CanaryDetail, 'queued'>) {
  return (
    <Card
      title="Queued behind this canary"
      note="promoted: they fail, since the skill has moved · rejected or expired: they are decided anew · rolled back: they fail"
      flush={true}
    >
      <ul>
        {queued.map(({ id, title, risk, source, reviewer }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 text-table last:border-b-0"
          >
            <RiskBadge risk={risk} />
            <Link
              href={`/changesets/${id}`}
              prefetch={false}
              className="font-medium hover:text-accent-strong"
            >
              <LearnedText text={title} />
            </Link>
            <span className="text-caption text-quiet">
              <LearnedText text={source + (reviewer === null ? '' : ` · approved by ${reviewer}`)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
