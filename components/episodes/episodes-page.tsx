'use client';

/** Episodes: what agents did, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Inputs, PAGED, useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { EmptyState, ListLink, NoMatches } from '../ui/layout/states.tsx';
import { Table } from '../ui/layout/table.tsx';
import { useAgent, useAgentHref, useUrlState } from '../url/use-url-state.ts';
import { EPISODE_COLUMNS } from './episode-columns.tsx';
import {
  type ChangeEpisodes,
  EPISODES_STATE,
  type EpisodesState,
  HOLDOUTS,
  isFiltered,
  OUTCOMES,
  REFLECTIONS,
  UNFILTERED,
} from './episodes-state.ts';

export function EpisodesPage() {
  const [agentId] = useAgent();
  const [state, change] = useUrlState(EPISODES_STATE);
  return (
    <>
      <PageHeader
        title="Episodes"
        finding="Recorded runs and their outcomes: the evidence for every change."
      />
      <Card flush={true}>
        <EpisodeFilters state={state} change={change} />
        <EpisodeList agentId={agentId} state={state} change={change} />
      </Card>
    </>
  );
}

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

/** The list of episodes, page by page, with its empty, waiting and failed states. */
function EpisodeList({ agentId, state, change }: ListProps) {
  const trpc = useTRPC();
  const hrefOf = useAgentHref();
  const list = useInfiniteQuery(trpc.episodes.list.infiniteQueryOptions(inputOf(agentId, state), PAGED));
  return (
    <PagedList
      list={list}
      count={12}
      noun="episode"
      empty={
        isFiltered(state) ? (
          <NoMatches plural="episodes" onClear={() => change(UNFILTERED)} />
        ) : (
          <EmptyState
            title="No episodes yet"
            action={<ListLink href={hrefOf('/connect')} label="Connect an agent" />}
          >
            Episodes appear here once an agent records a run with POST /v1/episodes.
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <Table
          caption="Episodes"
          columns={EPISODE_COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={({ id }) => hrefOf(`/episodes/${id}`)}
        />
      )}
    </PagedList>
  );
}

/** What narrows the episodes down; the agent is picked in the top bar. */
function EpisodeFilters({ state, change }: { state: EpisodesState; change: ChangeEpisodes }) {
  const { text, outcome, user, session, holdout, reflected } = state;
  const typing = { history: 'replace' } as const;
  const set = [outcome, user, session, holdout, reflected].filter((value) => value !== '').length;
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
      <TypedFilter
        label="Search tasks"
        value={text}
        onValue={(typed) => change({ text: typed }, typing)}
        className="min-w-0 max-md:flex-1 max-md:basis-44 md:w-60"
        focusable={true}
      />
      <FilterFold set={set}>
        <Select
          label="Outcome"
          hideLabel={true}
          value={outcome}
          options={OUTCOMES}
          onValueChange={(picked) => change({ outcome: picked })}
          className="w-36 max-md:flex-1"
        />
        <TypedFilter
          label="User id (exact)"
          value={user}
          maxLength={256}
          onValue={(typed) => change({ user: typed }, typing)}
          className="w-36 max-md:flex-1"
        />
        <TypedFilter
          label="Session (exact)"
          value={session}
          maxLength={256}
          onValue={(typed) => change({ session: typed }, typing)}
          className="w-36 max-md:w-full"
        />
        <Select
          label="Holdout"
          hideLabel={true}
          value={holdout}
          options={HOLDOUTS}
          onValueChange={(picked) => change({ holdout: picked })}
          className="w-38 max-md:flex-1"
        />
        <Select
          label="Reflection"
          hideLabel={true}
          value={reflected}
          options={REFLECTIONS}
          onValueChange={(picked) => change({ reflected: picked })}
          className="w-44 max-md:flex-1"
        />
      </FilterFold>
      {isFiltered(state) ? (
        <Button size="small" variant="quiet" onClick={() => change(UNFILTERED)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
