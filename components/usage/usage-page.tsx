'use client';

/** Usage: what learning costs in tokens, day by day and by purpose, and how today stands against the budget. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Select } from '../ui/forms/field.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState, ErrorBlock } from '../ui/layout/states.tsx';
import { Numeral } from '../ui/layout/table.tsx';
import { Waiting } from '../ui/layout/waiting.tsx';
import { Link } from '../ui/text/link.tsx';
import { oneOf, useUrlState } from '../url/use-url-state.ts';
import { TOKENS, type Tokens, todayText, type Usage } from './figures.ts';
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

const DAYS = ['7', '14', '30', '90'] as const;
const SCHEMA = {
  days: oneOf(DAYS, '30'),
  tokens: oneOf(TOKENS, 'all'),
};
const TOKEN_WORDS: Record<Tokens, string> = { all: 'Input and output', input: 'Input', output: 'Output' };
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
  const [{ days, tokens }, change] = useUrlState(SCHEMA);
  const usage = useQuery({
    ...trpc.usage.read.queryOptions({ days: Number(days) }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_AGAIN_MS,
  });
  const controls = (
    <div className="flex gap-2">
      <Select
        label="Tokens"
        hideLabel={true}
        value={tokens}
        options={TOKENS.map((value) => ({ value, label: TOKEN_WORDS[value] }))}
        onValueChange={(value) => change({ tokens: value })}
      />
      <Select
        label="Period"
        hideLabel={true}
        value={days}
        options={DAYS.map((value) => ({ value, label: `${value} days` }))}
        onValueChange={(value) => change({ days: value })}
      />
    </div>
  );
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
          <Card title="By day" actions={controls}>
            {usage.data.rows.length === 0 ? (
              <EmptyState title={`No tokens in the last ${days} days`}>
                Columns appear with the first reflection, which needs episodes and a learning model.
              </EmptyState>
            ) : (
              <UsageChart usage={usage.data} days={Number(days)} tokens={tokens} />
            )}
          </Card>
        </>
      )}
    </>
  );
}
