'use client';

/** Insights: whether learning helps, since when, by how much over time, what earned it, and why to believe it. */
import { useQuery } from '@tanstack/react-query';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { ENOUGH_EVIDENCE } from '../../server/domain/measurement/learning-lift.ts';
import { SELDOM, useTRPC } from '../api/trpc.ts';
import { ToolsCard } from '../changesets/sources/tools-card.tsx';
import { WaitingCard } from '../changesets/sources/waiting-card.tsx';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, shareText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { PageGate } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { buttonLook } from '../ui/forms/button-look.ts';
import { Circle, CircleDashed, CircleSlash, TrendingDown, TrendingUp } from '../ui/generated/icons.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Loading } from '../ui/layout/states.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgent, useAgentHref } from '../url/use-url-state.ts';
import { AgentsCard } from './agents-card.tsx';
import type { LiftView } from './insight-types.ts';
import {
  filesSentence,
  type LiftSentence,
  liftSentence,
  sinceText,
  trustSentences,
} from './lift-sentence.ts';
import { RulesCards } from './rules-card.tsx';
import { SkillTableCard } from './skill-table-card.tsx';
import { WeeklyCard } from './weekly-card.tsx';

// The page's first word: whether learning helps, with a shape beside it that says the same.

const LOOKS = {
  helps: { icon: TrendingUp, tone: 'text-good bg-good-soft' },
  hurts: { icon: TrendingDown, tone: 'text-danger bg-danger-soft' },
  unclear: { icon: CircleDashed, tone: 'text-attention bg-attention-soft' },
  none: { icon: Circle, tone: 'text-quiet bg-sunken' },
  off: { icon: CircleSlash, tone: 'text-quiet bg-sunken' },
} as const;

interface HeadlineProps {
  sentence: LiftSentence;
  since: string | null;
  leftOut: string | null;
  empty: boolean;
}

function LiftHeadline(props: HeadlineProps) {
  const { verdict, headline, detail } = props.sentence;
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
        <p className="max-w-[75ch] text-quiet tabular-nums">
          {detail} {props.since}
        </p>
        {props.leftOut === null ? null : (
          <p className="max-w-[75ch] text-quiet tabular-nums">{props.leftOut}</p>
        )}
        {props.empty ? (
          <Link href="/connect" className={`mt-2 self-start ${buttonLook({ size: 'small' })}`}>
            Connect an agent
          </Link>
        ) : null}
      </div>
    </section>
  );
}

export function InsightsPage() {
  return (
    <PageGate page="Insights" scopes={['learn', 'review']}>
      <Content />
    </PageGate>
  );
}

/** The agent of the top bar, or all of them. */
function Content() {
  const [agentId] = useAgent();
  const trpc = useTRPC();
  // What the whole tenant spent stands in the insights of any agent.
  const insights = useQuery(trpc.insights.read.queryOptions({ agentId: agentId ?? '*' }, SELDOM));
  const lift = useQuery(trpc.insights.lift.queryOptions({ agentId }, SELDOM));
  const session = useQuery(trpc.session.me.queryOptions());
  const error = insights.error ?? lift.error ?? session.error;
  const refetch = () => Promise.all([insights.refetch(), lift.refetch(), session.refetch()]);
  if (insights.data === undefined || lift.data === undefined || session.data === undefined) {
    return (
      <>
        <PageHeader title="Insights" />
        <Loading query={{ error, refetch }} what="the insights" count={14} />
      </>
    );
  }
  const { holdoutRate } = session.data.settings;
  return (
    <>
      <PageHeader
        title="Insights"
        meta={<Whose agentId={agentId} pending={insights.data.pendingChangesets} />}
      />
      <Lift view={lift.data} holdoutRate={holdoutRate} all={agentId === null} />
      <WaitingCard agentId={agentId} />
      {agentId === null ? <AllSkills /> : <Earned agentId={agentId} />}
      {agentId === null ? null : <ToolsCard key={agentId} agentId={agentId} />}
    </>
  );
}

function waitingText(pending: number): string {
  if (pending === 0) return 'Nothing to review';
  return pending === 1 ? '1 changeset to review' : `${upToMost(pending)} changesets to review`;
}

function Whose({ agentId, pending }: { agentId: string | null; pending: number }) {
  const hrefOf = useAgentHref();
  if (agentId === null) return <span>All agents. Pick one in the top bar or below</span>;
  return (
    <>
      <span>
        Agent <LearnedText text={agentId} className="font-mono text-ink" />
      </span>
      <Link
        href={hrefOf('/review')}
        className="inline-block min-h-6 text-accent-strong leading-6 underline-offset-2 hover:underline"
      >
        {waitingText(pending)}
      </Link>
    </>
  );
}

/** Does it help, since when, by how much over time, and can that be trusted? Of `all` agents, each first. */
function Lift({ view, holdoutRate, all }: { view: LiftView; holdoutRate: number; all: boolean }) {
  const { lift, since } = view;
  return (
    <>
      <LiftHeadline
        sentence={liftSentence(lift, holdoutRate)}
        since={sinceText(since)}
        leftOut={filesSentence(view.runsWithFiles)}
        empty={lift.treatedN + lift.holdoutN + view.runsWithFiles === 0}
      />
      {all ? <AgentsCard /> : null}
      <WeeklyCard view={view} />
      <TrustCard view={view} holdoutRate={holdoutRate} />
      <GroupsCard lift={lift} groups={view.groups} />
    </>
  );
}

/** The skills of all agents. */
function AllSkills() {
  const trpc = useTRPC();
  const query = useQuery(trpc.insights.skills.queryOptions({ agentId: null }, SELDOM));
  if (query.data === undefined) return <Loading query={query} what="the skills" count={6} />;
  return <SkillTableCard {...query.data} ofAll={true} />;
}

/** Which skills and rules earned it, and which cost it. */
function Earned({ agentId }: { agentId: string }) {
  const trpc = useTRPC();
  const library = useQuery(trpc.insights.library.queryOptions({ agentId }, SELDOM));
  if (library.data === undefined) return <Loading query={library} what="skills and rules" count={6} />;
  return (
    <>
      <SkillTableCard skills={library.data.skills} leftOut={library.data.leftOut} ofAll={false} />
      <RulesCards library={library.data} />
    </>
  );
}

const UNIT = [0, 1] as const;
const boundsOf = ([low, high]: readonly [number, number]) => ({ low, high });

/** A group with too little evidence is left out: it shows only the prior. */
function GroupsCard({ lift, groups: intervals }: Pick<LiftView, 'lift' | 'groups'>) {
  const groups = [
    {
      ...{ key: 'Treated', look: 'candidate' as const, n: lift.treatedN, mean: lift.treatedSuccess },
      ...boundsOf(intervals.treated),
    },
    {
      ...{ key: 'Holdout', look: 'incumbent' as const, n: lift.holdoutN, mean: lift.holdoutSuccess },
      ...boundsOf(intervals.holdout),
    },
  ].filter(({ n }) => n >= ENOUGH_EVIDENCE);
  if (groups.length === 0) return null;
  const said = groups.map(({ key, mean }) => `${key} runs succeed in about ${shareText(mean)}.`);
  return (
    <Card title="Treated and holdout" note="success rates">
      <ChartFrame
        name="treated-and-holdout"
        finding={said.join(' ')}
        caption="Posterior mean and 90 % interval over sessions. n is summed evidence of runs to which a skill applied."
        table={{
          columns: ['Group', 'Evidence', 'Mean', '90 % from', 'to'],
          rows: groups.map(({ key, n, mean, low, high }) => [
            key,
            evidenceText(n),
            ...[mean, low, high].map((share) => shareText(share, 1)),
          ]),
        }}
      >
        <IntervalPlot
          rows={groups.map(({ n, ...group }) => ({
            ...group,
            label: `${group.key}`,
            figures: `${shareText(group.mean)} · ${shareText(group.low)} to ${shareText(group.high)} · n ${evidenceText(n)}`,
          }))}
          domain={UNIT}
          write={shareText}
          axis="Success rate"
        />
      </ChartFrame>
    </Card>
  );
}

const LINK = 'text-accent-strong underline-offset-2 hover:underline';

function TrustCard({ view, holdoutRate }: { view: LiftView; holdoutRate: number }) {
  const sentences = trustSentences(view.lift, holdoutRate);
  if (sentences.length === 0) return null;
  return (
    <Card title="Can I trust this?">
      <div className="flex flex-col gap-4">
        <p className="max-w-[75ch]">{sentences.join(' ')}</p>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <Runs title="Latest runs with skills" runs={view.runs.treated} all="/episodes?holdout=no" />
          <Runs title="Latest runs without" runs={view.runs.holdout} all="/episodes?holdout=yes" />
        </div>
        <details className="max-w-[75ch] text-quiet text-table">
          <summary className="cursor-pointer rounded-sm py-1 hover:text-ink">
            How the holdout is drawn
          </summary>
          <p className="pt-1">
            A hash of the agent and the session id decides. If it is below the holdout rate, which an admin
            can change under Policy, recalls of that session serve no skills. A session is in or out as a
            whole, in every process. A recall without a session is drawn individually. Memories are served to
            both groups.
          </p>
        </details>
      </div>
    </Card>
  );
}

function Runs({ title, runs, all }: { title: string; runs: LiftView['runs']['treated']; all: string }) {
  const hrefOf = useAgentHref();
  return (
    <div className="flex min-w-0 flex-col gap-1 text-table">
      <h3 className="font-medium">{title}</h3>
      {runs.length === 0 ? (
        <p className="text-quiet">None among the latest stored runs.</p>
      ) : (
        <ul aria-label={title} className="flex flex-col gap-0.5">
          {runs.map(({ id, task, reward, createdAt }) => (
            <li key={id} className="flex min-w-0 items-baseline gap-x-3">
              <Link
                href={hrefOf(`/episodes/${id}`)}
                className="min-w-0 flex-1 truncate leading-6 hover:text-accent-strong"
              >
                <LearnedText text={task === null || task === '' ? id : task} />
              </Link>
              <span className="shrink-0 text-caption text-quiet">{howText(reward)}</span>
              <span className="shrink-0 text-caption text-quiet">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Link href={hrefOf(all)} className={`self-start leading-6 ${LINK}`}>
        See all such runs
      </Link>
    </div>
  );
}

const HALF = 0.5;

function howText(reward: number): string {
  if (reward > HALF) return 'succeeded';
  return reward > 0 ? 'partly' : 'failed';
}
