/** Insights: whether learning helps an agent, how its skills do, what does harm, and what it all cost. */
'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live-measures.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { useAgentHref } from '../url/use-agent.ts';
import { CostCard } from './cost-card.tsx';
import { ExperimentsCard } from './experiments-card.tsx';
import { GroupsCard } from './groups-card.tsx';
import type { Insights, Library } from './insight-types.ts';
import { LiftCard } from './lift-card.tsx';
import { LiftHeadline } from './lift-headline.tsx';
import { liftSentence } from './lift-sentence.ts';
import { ProblemRulesCard } from './problem-rules-card.tsx';
import { SkillsCard } from './skills-card.tsx';
import { useChosenAgent } from './use-chosen-agent.ts';

export function InsightsPage() {
  return (
    <PageGate page="Insights" scopes={['learn', 'review']}>
      <Content />
    </PageGate>
  );
}

function Content() {
  const { agentId, assumed, error: agentError } = useChosenAgent();
  const trpc = useTRPC();
  const enabled = agentId !== null;
  useLiveMeasures(trpc.insights.pathKey());
  const asked = { agentId: agentId ?? '' };
  const insights = useQuery(trpc.insights.read.queryOptions(asked, { enabled }));
  const library = useQuery(trpc.insights.library.queryOptions(asked, { enabled }));
  const session = useQuery(trpc.session.me.queryOptions());
  const error = agentError ?? insights.error ?? library.error ?? session.error;
  const retry = () => void Promise.all([insights.refetch(), library.refetch(), session.refetch()]);
  const known = insights.data !== undefined && library.data !== undefined && session.data !== undefined;
  if (!known) {
    return (
      <>
        <PageHeader title="Insights" />
        {error ? (
          <ErrorBlock what="load the insights" error={error} onRetry={retry} />
        ) : (
          <SkeletonRows count={14} label="Loading insights" />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Insights"
        meta={<Whose agentId={agentId ?? ''} assumed={assumed} pending={insights.data.pending_changesets} />}
      />
      <Shown
        insights={insights.data}
        library={library.data}
        holdoutRate={session.data.settings.holdoutRate}
      />
    </>
  );
}

function waitingText(pending: number): string {
  if (pending === 0) return 'Nothing waits for review';
  return pending === 1 ? '1 changeset waits for review' : `${pending} changesets wait for review`;
}

function Whose({ agentId, assumed, pending }: { agentId: string; assumed: boolean; pending: number }) {
  const hrefOf = useAgentHref();
  return (
    <>
      <span>
        Agent{' '}
        <span className="font-mono text-ink">
          <LearnedText text={agentId} />
        </span>
        {assumed ? ', the one with most runs; the top bar picks another' : ''}
      </span>
      <Link
        href={hrefOf('/review')}
        prefetch={false}
        className="inline-block min-h-6 text-accent-strong leading-6 underline-offset-2 hover:underline"
      >
        {waitingText(pending)}
      </Link>
    </>
  );
}

interface ShownProps {
  insights: Insights;
  library: Library;
  holdoutRate: number;
}

function Shown({ insights, library, holdoutRate }: ShownProps) {
  const lift = insights.learning_lift;
  const sentence = liftSentence(lift, holdoutRate);
  return (
    <>
      <LiftHeadline sentence={sentence} />
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
        <LiftCard lift={lift} sentence={sentence} />
        <GroupsCard lift={lift} groups={library.groups} />
      </div>
      <SkillsCard skills={library.skills} />
      <ProblemRulesCard rules={library.rules} />
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ExperimentsCard experiments={insights.experiments} skills={library.skills} />
        <CostCard cost={insights.tenant_learning_cost_30d} />
      </div>
    </>
  );
}
