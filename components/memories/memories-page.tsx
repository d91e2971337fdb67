'use client';

/** Memories: held for review, active, and active at any past moment. */
import { useQuery } from '@tanstack/react-query';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { type Outputs, SELDOM, useTRPC } from '../api/trpc.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { useAllowed } from '../shell/viewer.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { AllMemories } from './all-memories.tsx';
import { CleanUp } from './clean-up.tsx';
import { PendingMemories } from './held/pending-memories.tsx';
import { isNarrowed, MEMORIES_STATE, type MemoriesState, statusesOf, tabOf } from './memories-state.ts';

export function MemoriesPage() {
  return (
    <PageGate page="Memories" scopes={['learn']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const [state, change, hrefFor] = useUrlState(MEMORIES_STATE);
  const counts = useQuery(
    trpc.memories.counts.queryOptions({ agentId }, { enabled: useAllowed('review'), ...SELDOM }),
  );
  const untidy = useQuery(trpc.memories.suggestionCount.queryOptions({ agentId }, SELDOM));
  const tab = tabOf(state);
  // A count stands only beside the rows that it counts.
  const countOf = (of: MemoriesState) => {
    if (counts.data === undefined || isNarrowed({ ...of, status: '' }) || of.as_of !== '') return undefined;
    const statuses = of.tab === 'held' ? (['pending'] as const) : statusesOf(of);
    return statuses.reduce((sum, status) => sum + (counts.data[status] ?? 0), 0);
  };
  const tabs = [
    {
      href: hrefFor({ tab: 'held', as_of: '', id: '' }),
      label: 'Held for review',
      count: countOf({ ...state, tab: 'held' }),
      current: tab === 'held',
    },
    {
      href: hrefFor({ tab: 'all', id: '' }),
      label: 'Browse',
      count: countOf({ ...state, tab: 'all' }),
      current: tab === 'all',
    },
    {
      href: hrefFor({ tab: 'clean', as_of: '', id: '' }),
      label: 'Clean up',
      count: untidy.data,
      current: tab === 'clean',
    },
  ];
  return (
    <>
      <PageHeader
        title="Memories"
        {...(counts.data === undefined ? {} : { finding: findingOf(counts.data) })}
      />
      <Tabs label="Memories" tabs={tabs} />
      {tab === 'held' ? <PendingMemories agentId={agentId} state={state} change={change} /> : null}
      {tab === 'all' ? <AllMemories agentId={agentId} state={state} change={change} /> : null}
      {tab === 'clean' ? <CleanUp agentId={agentId} state={state} change={change} /> : null}
    </>
  );
}

function findingOf(counts: Outputs['memories']['counts']): string {
  const { pending = 0, active = 0 } = counts;
  if (Object.values(counts).every((count) => count === 0)) return 'No memories yet.';
  const activeText = `${active === 0 ? 'none' : upToMost(active)} ${active === 1 ? 'is' : 'are'} active`;
  if (pending === 0) return `No memories to review; ${activeText}.`;
  return `${upToMost(pending)} ${pending === 1 ? 'memory' : 'memories'} to review; ${activeText}.`;
}
