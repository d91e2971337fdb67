'use client';

/** Every memory: filters, the view as of a moment, the card of a chosen user, and the list. */
import type { Inputs } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { History } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, ListLink, Loading, LoadMore, NoMatches } from '../ui/layout/states.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { AsOfBar } from './as-of-bar.tsx';
import {
  type ChangeMemories,
  isNarrowed,
  type MemoriesState,
  statusesOf,
  UNFILTERED,
} from './memories-state.ts';
import { MemoryFilters } from './memory-filters.tsx';
import { MemoryTable } from './memory-table.tsx';
import { ProfileCard } from './profile-card.tsx';
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
      <AsOfBar agentId={agentId} state={state} change={change} />
      {user === '' ? null : <ProfileCard agentId={agentId} userId={user} />}
      <Card flush={true}>
        <MemoryFilters state={state} change={change} />
        {asOf === '' ? null : (
          <AsOfBanner at={asOf} onNow={() => change({ as_of: '', ghosts: '', tab: 'all' })} />
        )}
        <List agentId={agentId} state={state} change={change} />
      </Card>
    </>
  );
}

function inputOf(agentId: string | null, state: MemoriesState): NonNullable<Inputs['memories']['list']> {
  const { text, user, kind, as_of: asOf, ghosts } = state;
  return {
    agentId,
    statuses: statusesOf(state),
    ...(text === '' ? {} : { text }),
    ...(user === '' ? {} : { userId: user }),
    ...(kind === '' ? {} : { kind }),
    ...(asOf === '' ? {} : { asOf, ghosts: ghosts === 'shown' }),
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
            asOf={state.as_of}
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
