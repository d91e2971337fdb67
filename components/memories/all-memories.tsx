'use client';

import { useQuery } from '@tanstack/react-query';
/** Every memory: filters, the view as of a moment, the card of a chosen user, and the list. */
import { type Inputs, type Outputs, useTRPC } from '../api/trpc.ts';
import { usePreferences } from '../preferences/preferences-context.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { History } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import {
  EmptyState,
  ErrorBlock,
  ListLink,
  Loading,
  LoadMore,
  NoMatches,
  Skeleton,
} from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import {
  type ChangeMemories,
  fieldText,
  isNarrowed,
  type MemoriesState,
  momentOfField,
  statusesOf,
  UNFILTERED,
} from './memories-state.ts';
import { MemoryFilters } from './memory-filters.tsx';
import { MemoryTable } from './memory-table.tsx';
import { useMemories } from './use-memories.ts';

interface AllProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

export function AllMemories({ agentId, state, change }: AllProps) {
  const { user, as_of: asOf } = state;
  return (
    <>
      {user === '' ? null : <ProfileCard agentId={agentId} userId={user} />}
      <Card flush={true}>
        <MemoryFilters state={state} change={change}>
          <AsOf
            key={asOf}
            at={asOf}
            onMoment={(at) => change({ as_of: at, tab: 'all' }, { history: 'replace' })}
          />
        </MemoryFilters>
        {asOf === '' ? null : <AsOfBanner at={asOf} onNow={() => change({ as_of: '', tab: 'all' })} />}
        <List agentId={agentId} state={state} change={change} />
      </Card>
    </>
  );
}

function inputOf(agentId: string | null, state: MemoriesState): NonNullable<Inputs['memories']['list']> {
  const { text, user, kind, as_of: asOf } = state;
  return {
    agentId,
    statuses: statusesOf(state),
    ...(text === '' ? {} : { text }),
    ...(user === '' ? {} : { userId: user }),
    ...(kind === '' ? {} : { kind }),
    ...(asOf === '' ? {} : { asOf }),
  };
}

function List({ agentId, state, change }: AllProps) {
  const { list, rows, changed, refresh } = useMemories(inputOf(agentId, state));
  if (list.data === undefined) return <Loading query={list} what="the memories" count={10} inset={true} />;
  return (
    <>
      {changed ? <ChangedBar onShow={refresh} /> : null}
      {rows.length === 0 ? (
        <NoMemories state={state} change={change} />
      ) : (
        <>
          <MemoryTable
            memories={rows}
            withAgent={agentId === null}
            openId={state.id}
            onOpen={(id) => change({ id }, { history: 'replace' })}
          />
          <LoadMore list={list} shown={rows.length} noun="memory" plural="memories" />
        </>
      )}
    </>
  );
}

function NoMemories({ state, change }: Omit<AllProps, 'agentId'>) {
  const { as_of: asOf } = state;
  const hrefOf = useAgentHref();
  if (isNarrowed({ ...state, tab: 'all' })) {
    return <NoMatches plural="memories" onClear={() => change(UNFILTERED)} />;
  }
  if (asOf !== '') {
    return <EmptyState title="No memories at that time">No memory was active at that moment.</EmptyState>;
  }
  return (
    <EmptyState
      title="No memories yet"
      action={<ListLink href={hrefOf('/connect')} label="Connect an agent" />}
    >
      Memories appear here when learning extracts them from episodes or an agent stores one with POST
      /v1/memories.
    </EmptyState>
  );
}

interface AsOfProps {
  /** Empty for the present. */
  at: string;
  onMoment: (at: string) => void;
}

/** The moment of the view. Keyed by it: what is typed stands until it changes by other means. */
function AsOf({ at, onMoment }: AsOfProps) {
  const { zone } = usePreferences().preferences;
  const commit = (text: string) => {
    if (text === '' && at !== '') return onMoment('');
    const moment = momentOfField(text, zone);
    if (moment !== null && text !== fieldText(at, zone)) onMoment(moment);
  };
  return (
    <Input
      type="datetime-local"
      step={1}
      label={`As of${zone === 'utc' ? ', UTC' : ''}`}
      hideLabel={true}
      title="Show the memories that were active at this moment"
      defaultValue={fieldText(at, zone)}
      onBlur={(event) => commit(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(event.currentTarget.value);
      }}
      className="w-full md:w-58"
    />
  );
}

/** Says that the list is of another time, and leads back. */
function AsOfBanner({ at, onNow }: { at: string; onNow: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-attention-soft px-4 py-2 text-table"
    >
      <span className="flex min-w-0 gap-3">
        <History aria-hidden="true" className="mt-px size-4 shrink-0 text-attention" />
        <span>
          Viewing memories as of <Time at={at} absolute={true} />
        </span>
      </span>
      <Button size="small" onClick={onNow} className="ml-auto">
        Back to now
      </Button>
    </div>
  );
}

/** Says that the list is no longer what it was, and leaves it to the reader when it may move. */
export function ChangedBar({ onShow }: { onShow: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border-line border-b bg-accent-soft px-4 py-1.5 text-table"
    >
      Memories changed since this list was loaded.
      <Button size="small" onClick={onShow}>
        Show
      </Button>
    </div>
  );
}

// What agents are told about a user at the start of a run: the card made of the user's preferences.

function ProfileCard({ agentId, userId }: { agentId: string | null; userId: string }) {
  if (agentId === null) {
    return (
      <Card title="Profile card">
        <p className="text-quiet">
          Each agent has its own profile of a user. Pick an agent in the top bar to see the profile of{' '}
          <LearnedText text={userId} />.
        </p>
      </Card>
    );
  }
  return <CardOf agentId={agentId} userId={userId} />;
}

function CardOf({ agentId, userId }: { agentId: string; userId: string }) {
  const trpc = useTRPC();
  const card = useQuery(trpc.memories.profile.queryOptions({ agentId, userId }));
  if (card.error !== null) {
    return <ErrorBlock what="load the profile card" error={card.error} onRetry={() => void card.refetch()} />;
  }
  const made = card.data;
  return (
    <Card
      title={`Profile of ${userId} served to agents`}
      {...(made === undefined ? {} : { note: <MadeOf card={made} /> })}
    >
      {made === undefined ? <Skeleton className="h-10" /> : <Text profile={made.profile} />}
    </Card>
  );
}

function Text({ profile }: { profile: string | null }) {
  if (profile === null) return <p className="text-quiet">No profile: this user has no active preferences.</p>;
  return (
    <LearnedText
      as="pre"
      text={profile}
      className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-code"
    />
  );
}

function MadeOf({ card: { sources, updatedAt: at } }: { card: Outputs['memories']['profile'] }) {
  if (sources.length === 0) return null;
  return (
    <>
      made of {sources.length} {sources.length === 1 ? 'preference' : 'preferences'}
      {at === null ? null : (
        <>
          , <Time at={at} />
        </>
      )}
    </>
  );
}
