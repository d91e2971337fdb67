'use client';

/** Memories: what waits for a reviewer, what is believed, and what was believed at any moment. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { AllMemories } from './all-memories.tsx';
import { HeldMemories } from './held-memories.tsx';
import { MEMORIES_STATE, tabOf } from './memories-state.ts';
import { Card } from '../ui/card.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { ErrorBlock, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

export function MemoriesPage() {
  return (
    <PageGate page="Memories" scopes={['learn']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [agentId] = useAgent();
  const [state, change, hrefFor] = useUrlState(MEMORIES_STATE);
  const counts = useQuery(trpc.memories.counts.queryOptions({ agentId }, { enabled: useAllowed('review') }));
  useLive((changes) => {
    if (concerns(changes, 'memory')) {
      void cache.invalidateQueries({ queryKey: trpc.memories.counts.pathKey() });
      void cache.invalidateQueries({ queryKey: trpc.memories.timeline.pathKey() });
    }
  });
  const tab = tabOf(state);
  const { pending = 0, active = 0, superseded = 0 } = counts.data ?? {};
  const tabs = [
    {
      href: hrefFor({ tab: 'held', as_of: '', ghosts: '', id: '' }),
      label: 'Held for review',
      count: counts.data === undefined ? undefined : pending,
      current: tab === 'held',
    },
    {
      href: hrefFor({ tab: 'all', id: '' }),
      label: 'All',
      count: counts.data === undefined ? undefined : pending + active + superseded,
      current: tab === 'all',
    },
  ];
  return (
    <>
      <PageHeader
        title="Memories"
        {...(counts.data === undefined ? {} : { finding: findingOf(counts.data) })}
      />
      <Tabs label="Memories" tabs={tabs} />
      {tab === 'held' ? (
        <HeldMemories agentId={agentId} state={state} change={change} />
      ) : (
        <AllMemories agentId={agentId} state={state} change={change} />
      )}
    </>
  );
}

function findingOf({ pending = 0, active = 0 }: Outputs['memories']['counts']): string {
  const believed = `${active} ${active === 1 ? 'is' : 'are'} believed`;
  if (pending === 0) return `Nothing waits for a reviewer; ${believed}.`;
  return `${pending} ${pending === 1 ? 'memory waits' : 'memories wait'} for a reviewer; ${believed}.`;
}

/** What agents are told about a user at the start of a run: the card made of the user's preferences. */

export function ProfileCard({ agentId, userId }: { agentId: string | null; userId: string }) {
  if (agentId === null) {
    return (
      <Card title="Profile card">
        <p className="text-quiet">
          Every agent has its own card of a user. Pick an agent in the top bar to see the one of{' '}
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
      title={`What agents are told about ${userId}`}
      {...(made === undefined ? {} : { note: <MadeOf card={made} /> })}
    >
      {made === undefined ? <Skeleton className="h-10" /> : <Text profile={made.profile} />}
    </Card>
  );
}

function Text({ profile }: { profile: string | null }) {
  if (profile === null)
    return <p className="text-quiet">No card: no preferences of this user are believed.</p>;
  return (
    <LearnedText
      as="pre"
      text={profile}
      className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-code"
    />
  );
}

function MadeOf({ card: { sources, updated_at: at } }: { card: Outputs['memories']['profile'] }) {
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
