'use client';

/** Insights: whether learning helps an agent, how its skills do, what does harm, and what it all cost. */
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleDashed, CircleSlash, TrendingDown, TrendingUp } from 'lucide-react';
import Link from 'next/link';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useAgent, useAgentHref } from '../url/use-url-state.ts';
import { ExperimentsCard, ProblemRulesCard } from './experiments-card.tsx';
import type { Insights, Library } from './insight-types.ts';
import { CostCard, GroupsCard, LiftCard } from './lift-card.tsx';
import { type LiftSentence, liftSentence } from './lift-sentence.ts';
import { SkillsCard } from './skills-card.tsx';

// The page's first word: whether learning helps, with a shape beside it that says the same.

const LOOKS = {
  helps: { icon: TrendingUp, tone: 'text-good bg-good-soft' },
  hurts: { icon: TrendingDown, tone: 'text-danger bg-danger-soft' },
  unclear: { icon: CircleDashed, tone: 'text-attention bg-attention-soft' },
  none: { icon: Circle, tone: 'text-quiet bg-sunken' },
  off: { icon: CircleSlash, tone: 'text-quiet bg-sunken' },
} as const;

function LiftHeadline({ sentence: { verdict, headline, detail } }: { sentence: LiftSentence }) {
  const { icon: Icon, tone } = LOOKS[verdict];
  return (
    <section
      aria-label="Whether learning helps"
      className="flex items-start gap-4 rounded-md border border-line bg-surface p-5"
    >
      <span className={cn('grid size-11 shrink-0 place-items-center rounded-md', tone)}>
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-semibold text-[24px] leading-8 tracking-[-0.015em] tabular-nums">{headline}</h2>
        <p className="max-w-[75ch] text-quiet tabular-nums">{detail}</p>
      </div>
    </section>
  );
}

interface Chosen {
  /** Null until it is known. */
  agentId: string | null;
  /** Whether it was chosen automatically. */
  assumed: boolean;
  error: unknown;
}

const FIRST_AGENT = 'default';

function useChosenAgent(): Chosen {
  const trpc = useTRPC();
  const [picked] = useAgent();
  const agents = useQuery({ ...trpc.agents.list.queryOptions(), enabled: picked === null });
  if (picked !== null) return { agentId: picked, assumed: false, error: null };
  const busiest = agents.data?.find(({ agentId }) => agentId !== '*')?.agentId;
  const agentId = agents.data === undefined ? null : (busiest ?? FIRST_AGENT);
  return { agentId, assumed: true, error: agents.error };
}

/**
 * Whose record is shown: the agent of the top bar, else the one with most runs, since a record is always one
 * agent's.
 */
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
        meta={<Whose agentId={agentId ?? ''} assumed={assumed} pending={insights.data.pendingChangesets} />}
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
  const lift = insights.learningLift;
  const sentence = liftSentence(lift, holdoutRate);
  return (
    <>
      <LiftHeadline sentence={sentence} />
      <div className="grid min-w-0 items-start gap-5 empty:hidden xl:grid-cols-2">
        {lift.enough ? <LiftCard lift={lift} /> : null}
        <GroupsCard lift={lift} groups={library.groups} />
      </div>
      <SkillsCard skills={library.skills} />
      <ProblemRulesCard rules={library.rules} />
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ExperimentsCard experiments={insights.experiments} skills={library.skills} />
        <CostCard cost={insights.tenantLearningCost30d} />
      </div>
    </>
  );
}
