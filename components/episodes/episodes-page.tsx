'use client';

/** Episodes: what agents did, newest first. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type Inputs, useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { SearchFurther } from '../ui/layout/search-further.tsx';
import { EmptyState, Loading, LoadMore } from '../ui/layout/states.tsx';
import { Table } from '../ui/layout/table.tsx';
import { Link } from '../ui/text/link.tsx';
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
  return (
    <PageGate page="Episodes" scopes={['review']}>
      <Content />
    </PageGate>
  );
}

function Content() {
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
  const list = useInfiniteQuery(
    trpc.episodes.list.infiniteQueryOptions(inputOf(agentId, state), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  if (list.data === undefined) return <Loading query={list} what="the episodes" count={12} inset={true} />;
  const rows = list.data.pages.flatMap(({ items }) => items);
  const searchedTo = list.data.pages.at(-1)?.searchedTo ?? null;
  const end = { list, shown: rows.length, noun: 'episode' };
  if (rows.length === 0 && searchedTo !== null) return <SearchFurther {...end} searchedTo={searchedTo} />;
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
      {searchedTo === null ? <LoadMore {...end} /> : <SearchFurther {...end} searchedTo={searchedTo} />}
    </>
  );
}

function NoEpisodes({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const hrefOf = useAgentHref();
  if (filtered) {
    return (
      <EmptyState title="No episodes match" action={<Button onClick={onClear}>Clear filters</Button>}>
        Clear the filters to see more.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No episodes yet"
      action={
        <Link href={hrefOf('/connect')} className={buttonLook({})}>
          Connect an agent
        </Link>
      }
    >
      Episodes appear here once an agent records a run with POST /v1/episodes.
    </EmptyState>
  );
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

/** The choice of that value; the first, which is "any", where there is none. */
function chosen<Value extends string>(choices: readonly Choice<Value>[], value: string): Value | undefined {
  return (choices.find((choice) => choice.value === value) ?? choices[0])?.value;
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
          onValueChange={(value) => change({ outcome: chosen(OUTCOMES, value) ?? '' })}
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
          onValueChange={(value) => change({ holdout: chosen(HOLDOUTS, value) ?? '' })}
          className="w-38 max-md:flex-1"
        />
        <Select
          label="Reflection"
          hideLabel={true}
          value={reflected}
          options={REFLECTIONS}
          onValueChange={(value) => change({ reflected: chosen(REFLECTIONS, value) ?? '' })}
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
