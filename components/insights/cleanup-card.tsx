/** How tidy the agent's memories are, in a line with its course, and the way to what might be cleaned up. */

import { Card } from '../ui/layout/card.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { cleanupSentence } from './cleanup-sentence.ts';
import type { Insights } from './insight-types.ts';

type Cleanup = NonNullable<Insights['memoryHygiene']>;

export function CleanupCard({ cleanup }: { cleanup: Insights['memoryHygiene'] }) {
  const hrefOf = useAgentHref();
  const latest = cleanup?.weeks.at(-1);
  if (cleanup === null || latest === undefined) return null;
  return (
    <Card title="Memories">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Course weeks={cleanup.weeks} />
        <p className="min-w-0 flex-1 basis-64">
          {cleanupSentence(latest)}{' '}
          <span className="text-caption text-quiet">
            Checked <Time at={cleanup.checkedAt} />
          </span>
        </p>
        <Link
          href={hrefOf('/memories?tab=clean')}
          className="leading-6 text-accent-strong underline-offset-2 hover:underline"
        >
          View clean-up suggestions
        </Link>
      </div>
    </Card>
  );
}

const WIDTH = 120;
const HEIGHT = 24;
const MARGIN = 3;

/** The share of each week as a small curve; the sentence beside it says the last value. */
function Course({ weeks }: Pick<Cleanup, 'weeks'>) {
  if (weeks.length < 2) return null;
  const points = weeks.map(({ active, clean }, at) => {
    const x = MARGIN + (at / (weeks.length - 1)) * (WIDTH - 2 * MARGIN);
    const y = MARGIN + (1 - (active === 0 ? 1 : clean / active)) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-6 w-30 shrink-0" aria-hidden="true">
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className="stroke-line" />
      <polyline points={points.join(' ')} fill="none" className="stroke-accent" strokeWidth="1.75" />
    </svg>
  );
}
