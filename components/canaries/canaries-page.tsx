/** Canaries: risky changes on trial, and what became of earlier ones. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live-measures.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAgent } from '../url/use-agent.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { LIST_STATE } from './address.ts';
import { CanaryList } from './canary-list.tsx';

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
