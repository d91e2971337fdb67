'use client';

/** The list of episodes, page by page, with its empty, waiting and failed states. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type Inputs, useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { EPISODE_COLUMNS } from './episode-columns.tsx';
import { type ChangeEpisodes, type EpisodesState, isFiltered, UNFILTERED } from './episodes-state.ts';

interface ListProps {
  agentId: string | null;
  state: EpisodesState;
  change: ChangeEpisodes;
}

function inputOf(agentId: string | null, state: EpisodesState): NonNullable<Inputs['episodes']['list']> {
  const { text, outcome, user, session, holdout, reflected } = state;
  return {
    agentId,
    text,
    ...(outcome === '' ? {} : { outcome }),
    ...(user === '' ? {} : { userId: user }),
    ...(session === '' ? {} : { sessionId: session }),
    ...(holdout === '' ? {} : { holdout: holdout === 'yes' }),
    ...(reflected === '' ? {} : { reflected: reflected === 'yes' }),
  };
}

export function EpisodeList({ agentId, state, change }: ListProps) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const list = useInfiniteQuery(
    trpc.episodes.list.infiniteQueryOptions(inputOf(agentId, state), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  if (list.error !== null && list.data === undefined) {
    return (
      <div className="p-4">
        <ErrorBlock what="load the episodes" error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  }
  if (list.data === undefined) return <SkeletonRows count={12} label="Loading episodes" />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0)
    return <NoEpisodes filtered={isFiltered(state)} onClear={() => change(UNFILTERED)} />;
  return (
    <>
      <Table
        caption="Episodes"
        columns={EPISODE_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(`/episodes/${id}`)}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        shown={rows.length}
        noun={rows.length === 1 ? 'episode' : 'episodes'}
      />
    </>
  );
}

function NoEpisodes({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyState title="No episode fits" action={<Button onClick={onClear}>Clear filters</Button>}>
        The filters hide everything there is.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No episodes yet">
      They appear here as soon as an agent records a run through POST /v1/episodes.
    </EmptyState>
  );
}
