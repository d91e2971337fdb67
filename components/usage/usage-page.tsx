'use client';

/** Usage: what learning costs in tokens, day by day and by purpose, and how today stands against the budget. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, ErrorBlock } from '../ui/layout/states.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { Link } from '../ui/text/link.tsx';
import { todayText, type Usage } from './figures.ts';
import { UsageChart } from './usage-chart.tsx';

const WIDTH = 400;

function TodayCard({ usage }: { usage: Usage }) {
  const { usedToday, budget, today } = usage;
  const usedUp = budget > 0 && usedToday >= budget;
  return (
    <Card title="Today" note={`${today}, UTC`}>
      <div className="flex flex-col gap-3">
        <p className={cn('font-medium', usedUp && 'text-danger')}>{todayText(usage)}</p>
        {budget === 0 ? null : <Gauge share={usedToday / budget} usedUp={usedUp} />}
        <WaitingJobs usedUp={usedUp} />
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

function WaitingJobs({ usedUp }: { usedUp: boolean }) {
  const trpc = useTRPC();
  const waiting = useQuery(trpc.jobs.waiting.queryOptions());
  if (waiting.data === undefined) return null;
  const noun = waiting.data === 1 ? 'job' : 'jobs';
  return (
    <p className="text-quiet text-table">
      <Numeral value={waiting.data} />{' '}
      {usedUp ? `${noun} deferred until the budget resets` : `${noun} waiting`}
      {' · '}
      <Link href="/settings/jobs" className="text-accent underline underline-offset-2">
        failed jobs
      </Link>
    </p>
  );
}

const DAYS = 30;
const ASK_AGAIN_MS = 60_000;

/** Today against the daily budget, and the work that waits. */
export function UsagePage() {
  return (
    <PageGate page="Usage" scopes={['admin']}>
      <UsageReport />
    </PageGate>
  );
}

function UsageReport() {
  const trpc = useTRPC();
  const usage = useQuery({
    ...trpc.usage.read.queryOptions({ days: DAYS }),
    refetchInterval: ASK_AGAIN_MS,
  });
  return (
    <>
      <PageHeader
        title="Usage"
        finding="Tokens of the learning model, for the whole tenant. Recall and recording use none."
      />
      {usage.isError ? (
        <ErrorBlock what="load the usage" error={usage.error} onRetry={() => void usage.refetch()} />
      ) : null}
      {usage.isPending ? <Waiting what="the usage" className="h-96" /> : null}
      {usage.data === undefined ? null : (
        <>
          <TodayCard usage={usage.data} />
          <Card title="By day">
            {usage.data.rows.length === 0 ? (
              <EmptyState title={`No tokens in the last ${DAYS} days`}>
                Columns appear with the first reflection, which needs episodes and a learning model.
              </EmptyState>
            ) : (
              <UsageChart usage={usage.data} days={DAYS} />
            )}
          </Card>
        </>
      )}
    </>
  );
}
