/** The canaries of a tab, a page at a time. */
'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { LoadMore } from '../ui/load-more.tsx';
import { EmptyState, ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useAgent, useAgentHref } from '../url/use-agent.ts';
import { ENDED_COLUMNS, RUNNING_COLUMNS } from './canary-columns.tsx';

export function CanaryList({ state }: { state: 'running' | 'ended' }) {
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
