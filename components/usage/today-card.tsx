/** Today against the daily budget, and the work that waits. */
'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../api/trpc.ts';
import { Card } from '../ui/card.tsx';
import { cn } from '../ui/cn.ts';
import { Numeral } from '../ui/table.tsx';
import { todayText, type Usage } from './figures.ts';

const WIDTH = 400;

export function TodayCard({ usage }: { usage: Usage }) {
  const { usedToday, budget, today } = usage;
  const usedUp = budget > 0 && usedToday >= budget;
  return (
    <Card title="Today" note={`${today}, UTC`}>
      <div className="flex flex-col gap-3">
        <p className={cn('font-medium', usedUp && 'text-danger')}>{todayText(usage)}</p>
        {budget === 0 ? null : <Gauge share={usedToday / budget} usedUp={usedUp} />}
        <Waiting usedUp={usedUp} />
      </div>
    </Card>
  );
}

function Gauge({ share, usedUp }: { share: number; usedUp: boolean }) {
  const width = Math.min(1, share) * WIDTH;
  return (
    <svg
      role="img"
      aria-label={`${Math.round(share * 100)} % of the daily budget is used`}
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      className="h-2.5 w-full rounded-full"
    >
      <rect width={WIDTH} height="10" className="fill-line" />
      <rect width={width} height="10" className={usedUp ? 'fill-danger' : 'fill-accent'} />
    </svg>
  );
}

function Waiting({ usedUp }: { usedUp: boolean }) {
  const trpc = useTRPC();
  const waiting = useQuery(trpc.jobs.waiting.queryOptions());
  if (waiting.data === undefined) return null;
  const noun = waiting.data === 1 ? 'job' : 'jobs';
  return (
    <p className="text-quiet text-table">
      <Numeral value={waiting.data} />{' '}
      {usedUp ? `${noun} deferred until there are tokens again` : `${noun} waiting`}
      {' · '}
      <Link href="/settings/jobs" prefetch={false} className="text-accent underline underline-offset-2">
        failed jobs
      </Link>
    </p>
  );
}
