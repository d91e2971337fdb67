'use client';

/** Canaries: risky changes on trial, and what became of earlier ones. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import { LIST_STATE } from './address.ts';
import { ENDED_COLUMNS, RUNNING_COLUMNS } from './canary-columns.tsx';

export function CanariesPage() {
  return (
    <PageGate page="Canaries" scopes={['review']}>
      <Content />
    </PageGate>
  );
}

const NAMES = { running: 'Running', ended: 'Ended' } as const;

function Content() {
  const [{ tab }, , hrefFor] = useUrlState(LIST_STATE);
  const finding = useFinding();
  const trpc = useTRPC();
  useLiveMeasures(trpc.canaries.pathKey());
  const tabs = (['running', 'ended'] as const).map((name) => ({
    href: hrefFor({ tab: name }),
    label: NAMES[name],
    current: tab === name,
  }));
  return (
    <>
      <PageHeader title="Canaries" finding={finding} />
      <Tabs label="Canaries" tabs={tabs} />
      <Card flush={true}>
        <CanaryList state={tab} />
      </Card>
    </>
  );
}

function useFinding(): string {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data } = useQuery(trpc.overview.badges.queryOptions());
  const running = data?.runningCanaries;
  // The count is of all agents.
  if (running === undefined || agentId !== null)
    return 'Risky changes, tried on a share of the live traffic before they apply.';
  if (running === 0) return 'No change is on trial.';
  return running === 1
    ? 'One change is on trial against the version in force.'
    : `${running} changes are on trial against the versions in force.`;
}

/** The canaries of a tab, a page at a time. */

function CanaryList({ state }: { state: 'running' | 'ended' }) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const hrefOf = useAgentHref();
  const query = useInfiniteQuery(
    trpc.canaries.list.infiniteQueryOptions(
      { state, agentId },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  if (query.isPending) return <SkeletonRows count={4} label="Loading canaries" />;
  if (query.isError) {
    return <ErrorBlock what="load the canaries" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return <NoCanaries state={state} />;
  return (
    <>
      <Table
        caption={state === 'running' ? 'Canaries that run' : 'Canaries that ended'}
        columns={state === 'running' ? RUNNING_COLUMNS : ENDED_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(`/canaries/${id}`)}
      />
      <LoadMore
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        shown={rows.length}
        noun={rows.length === 1 ? 'canary' : 'canaries'}
      />
    </>
  );
}

function NoCanaries({ state }: { state: 'running' | 'ended' }) {
  if (state === 'ended') {
    return (
      <EmptyState title="No canary has ended yet">Their verdicts and the reasons will stand here.</EmptyState>
    );
  }
  return (
    <EmptyState title="No canary is running">
      A learned change of medium or high risk to one skill that is used enough is tried on a share of the live
      traffic once it is approved. Until its verdict it stands here.
    </EmptyState>
  );
}
