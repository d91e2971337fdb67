'use client';

/** Episodes: what agents did, newest first. */
import { PageGate } from '../shell/scope-gate.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useAgent, useUrlState } from '../url/use-url-state.ts';
import { EpisodeFilters } from './episode-filters.tsx';
import { EpisodeList } from './episode-list.tsx';
import { EPISODES_STATE } from './episodes-state.ts';

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
        finding="What agents did and how it went: the evidence that changes rest on."
      />
      <Card flush={true}>
        <EpisodeFilters state={state} change={change} />
        <EpisodeList agentId={agentId} state={state} change={change} />
      </Card>
    </>
  );
}
