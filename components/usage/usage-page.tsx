/** Usage: what learning costs in tokens, day by day and by purpose, and how today stands against the budget. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/field.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorBlock, Skeleton } from '../ui/states.tsx';
import { oneOf, urlSchema } from '../url/state.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { TOKENS, type Tokens } from './figures.ts';
import { TodayCard } from './today-card.tsx';
import { UsageChart } from './usage-chart.tsx';

const DAYS = ['7', '14', '30', '90'] as const;
const SCHEMA = urlSchema({
  days: oneOf(DAYS, '30'),
  tokens: oneOf(TOKENS, 'all'),
});
const TOKEN_WORDS: Record<Tokens, string> = { all: 'Input and output', input: 'Input', output: 'Output' };
const ASK_AGAIN_MS = 60_000;

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
        onValueChange={(value) => change({ tokens: TOKENS.find((known) => known === value) ?? 'all' })}
      />
      <Select
        label="Period"
        hideLabel={true}
        value={days}
        options={DAYS.map((value) => ({ value, label: `${value} days` }))}
        onValueChange={(value) => change({ days: DAYS.find((known) => known === value) ?? '30' })}
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
      {usage.isPending ? <Skeleton className="h-96" /> : null}
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
