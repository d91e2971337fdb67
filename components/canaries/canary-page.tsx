'use client';

/** One canary: what it tries, how that goes in plain words, the statistics behind it, and its runs. */
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { OFTEN, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { type Detail, ViewContext } from '../changesets/detail.ts';
import { cardsOf, changesBySkill } from '../changesets/diff/change-cards.ts';
import { MaskContext, useFindingsFor, useMaskFor } from '../changesets/diff/masked.ts';
import { SkillChanges } from '../changesets/diff/skill-changes.tsx';
import { HeadlineText } from '../changesets/headline.tsx';
import { headlineWords } from '../changesets/headline-words.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, pointsText } from '../charts/evidence-number.ts';
import { IntervalPlot } from '../charts/interval-plot.tsx';
import { useShortcut } from '../keyboard/registry.ts';
import { PageGate, ScopedButton } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ErrorBlock, Gone, Loading, LoadingPage } from '../ui/layout/states.tsx';
import { useTabTitle } from '../ui/layout/use-tab-title.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { StatusBadge } from '../ui/text/badge.tsx';
import { FindingSpansContext } from '../ui/text/finding-spans.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref, useUrlState } from '../url/use-url-state.ts';
import type { CanaryDetail } from './address.ts';
import { DETAIL_STATE } from './address.ts';
import { CalibratedCard } from './calibrated-card.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { OtherChanges } from './other-changes.tsx';
import {
  ARM_NAMES,
  armText,
  fateOfOthers,
  noneText,
  resultsText,
  verdictText,
  whenText,
} from './verdict-sentence.ts';

/** Of a tab's title little more is seen. */
const TAB = 60;

const LINK = 'text-accent-strong underline-offset-2 hover:underline';

function CanaryHead({ canary }: { canary: CanaryDetail }) {
  const [asking, setAsking] = useState(false);
  const running = canary.status === 'running';
  useTabTitle(headlineWords(canary.headline, TAB));
  return (
    <>
      <PageHeader
        title={<HeadlineText headline={canary.headline} />}
        meta={<Facts canary={canary} />}
        actions={
          running ? (
            <ScopedButton scope="review" onClick={() => setAsking(true)}>
              Stop canary
            </ScopedButton>
          ) : undefined
        }
      />
      {asking && running ? <StopDialog canary={canary} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Facts({ canary }: { canary: CanaryDetail }) {
  const { id, status, skillId, skillName, agentId, changesetId, startedAt, expiresAt, endedAt } = canary;
  return (
    <>
      <StatusBadge status={status} />
      <span>
        <Link href={`/skills/${skillId}`} className={LINK}>
          <LearnedText text={skillName} />
        </Link>
        {' · '}
        <LearnedText text={agentId === '*' ? 'shared' : agentId} />
      </span>
      <Link href={`/changesets/${changesetId}`} className={LINK}>
        Changeset
      </Link>
      <span>
        started <Time at={startedAt} />
        {expiresAt === null ? null : (
          <>
            , ends by <Time at={expiresAt} />
          </>
        )}
        {endedAt === null ? null : (
          <>
            , ended <Time at={endedAt} />
          </>
        )}
      </span>
      <IdChip id={id} label="Canary id" />
    </>
  );
}

export function CanaryPage({ id }: { id: string }) {
  return (
    <PageGate page="Canary" scopes={['review']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.canaries.detail.queryOptions({ id }, OFTEN));
  if (detail.data !== undefined) return <Shown canary={detail.data} />;
  const gone = <Gone noun="canary" list={{ href: '/canaries', label: 'All canaries' }} />;
  return <LoadingPage query={detail} noun="canary" count={12} gone={gone} />;
}

function Shown({ canary }: { canary: CanaryDetail }) {
  const [{ arm }, change] = useUrlState(DETAIL_STATE);
  return (
    <>
      <CanaryHead canary={canary} />
      <TriedCard changesetId={canary.changesetId} />
      <VerdictCard canary={canary} />
      <OtherChanges canary={canary} />
      <Statistics canary={canary} />
      <EvidenceCard
        id={canary.id}
        arm={arm}
        onArm={(next) => change({ arm: next }, { history: 'replace' })}
        isRunning={canary.status === 'running'}
      />
    </>
  );
}

/** What the verdict rests on, for those who want to check it. */
function Statistics({ canary }: { canary: CanaryDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="Statistics" className="flex min-w-0 flex-col gap-4">
      <Button
        variant="quiet"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-2 self-start"
      >
        {open ? 'Hide the statistics' : 'Show the statistics'}
      </Button>
      {open ? (
        <>
          <p className="max-w-[75ch] text-quiet text-table">
            {canary.reason === null ? '' : `It ended because ${canary.reason}. `}
            {canary.guarantee}
          </p>
          <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
            <DifferenceCard canary={canary} />
            {canary.rule === 'calibrated' ? <CalibratedCard canary={canary} /> : null}
          </div>
        </>
      ) : null}
    </section>
  );
}

function DifferenceCard({ canary }: { canary: CanaryDetail }) {
  const { effectShrunken: mean } = canary;
  const [low = 0, high = 0] = canary.effectAlwaysValid;
  const domain = aroundZero([low, high], 0.2);
  return (
    <Card title="Difference" note="candidate − current version">
      <ChartFrame
        name="canary-difference"
        finding={findingOf(mean, low, high)}
        caption="Positive means that the candidate is better. Each session is weighted by its probability of getting its arm, so neither uneven shares nor a change over time favours one. The interval is valid at any time. The estimate is shrunk towards zero, because a candidate is promoted when it looks best."
        table={{
          columns: ['Difference in points', '90 % from', 'to'],
          rows: [[mean, low, high].map(pointsText)],
        }}
      >
        <IntervalPlot
          rows={[
            {
              ...{ key: 'difference', mean, low, high },
              label: 'Candidate − current version',
              figures: `${pointsText(mean)} · ${pointsText(low)} to ${pointsText(high)}`,
            },
          ]}
          domain={domain}
          write={(value) => pointsText(value).replace('.0', '')}
          axis="Difference of success rates, percentage points"
        />
      </ChartFrame>
    </Card>
  );
}

function findingOf(mean: number, low: number, high: number): string {
  const range = `about ${pointsText(mean)} points, 90 % between ${pointsText(low)} and ${pointsText(high)}`;
  if (low > 0) return `The candidate does better: ${range}.`;
  return high < 0 ? `The candidate does worse: ${range}.` : `No clear difference: ${range}.`;
}

function StopDialog({ canary, onClose }: { canary: CanaryDetail; onClose: () => void }) {
  const { id, skillName, queued, waiting } = canary;
  const stop = useStop(canary, onClose);
  return (
    <ConfirmDialog
      size="small"
      title="Stop this canary?"
      description={`The candidate is rejected. ${skillName} keeps its current rules.`}
      cancel="Keep it running"
      action="Stop the canary"
      variant="danger"
      busy={stop.isPending}
      onConfirm={() => stop.mutate({ id })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 text-quiet text-table">
        <p>
          The current text is stored again as the next version. The audit log records who stopped the canary.
        </p>
        {queued.length + waiting.length === 0 ? null : <p>{fateOfOthers(queued.length, waiting.length)}</p>}
        {stop.error === null ? null : <ErrorBlock what="stop the canary" error={stop.error} />}
      </div>
    </ConfirmDialog>
  );
}

function useStop({ skillName }: CanaryDetail, onClose: () => void) {
  const trpc = useTRPC();
  return useChange(trpc.canaries.stop, {
    stale: [trpc.canaries, trpc.changesets, trpc.skills, trpc.overview],
    done: ({ version }) => ({
      title: 'Canary stopped',
      detail: `${skillName} keeps its rules, now as v${version}.`,
    }),
    onDone: onClose,
  });
}

/** The changes of a changeset. */
function TriedCard({ changesetId }: { changesetId: string }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.changesets.detail.queryOptions({ id: changesetId }));
  return (
    <section aria-label="Candidate" className="flex min-w-0 flex-col gap-3">
      {detail.data === undefined ? (
        <Loading query={detail} what="the candidate" count={2} />
      ) : (
        <Changes detail={detail.data} />
      )}
    </section>
  );
}

function Changes({ detail: { changeset, skills, findingsByOp } }: { detail: Detail }) {
  const [unfolded, setUnfolded] = useState(false);
  const router = useRouter();
  const hrefOf = useAgentHref();
  const found = [...changeset.safetyFindings, ...findingsByOp.flat()];
  const mask = useMaskFor(found);
  const find = useFindingsFor(found);
  const groups = changesBySkill({ ops: changeset.ops, skills, findingsByOp });
  const fold = () => setUnfolded(!unfolded);
  useShortcut('read.unchanged', fold);
  const view = {
    layout: 'inline',
    level: 2,
    openEpisode: (id: string) => router.push(hrefOf(`/episodes/${id}`)),
  } as const;
  return (
    <ViewContext value={view}>
      <FindingSpansContext value={find}>
        <MaskContext value={mask}>
          {groups.map((changes) => (
            <SkillChanges
              key={changes.name}
              changes={changes}
              cards={cardsOf(groups)}
              named={groups.length > 1}
              unfolded={unfolded}
              onFold={fold}
            />
          ))}
        </MaskContext>
      </FindingSpansContext>
    </ViewContext>
  );
}

const ARMS = ['candidate', 'incumbent'] as const;
const FILL = { candidate: 'fill-candidate', incumbent: 'fill-incumbent' };
const WIDTH = 100;

function VerdictCard({ canary }: { canary: CanaryDetail }) {
  const results = resultsText(canary);
  return (
    <Card title={canary.status === 'running' ? 'Results so far' : 'Result'}>
      <div className="flex flex-col gap-4">
        <div className="flex max-w-[75ch] flex-col gap-1">
          <p className="font-semibold text-title tabular-nums">{results ?? noneText(canary)}</p>
          <p className="text-quiet tabular-nums">
            {results === null && canary.status === 'running' ? NOTHING : verdictText(canary)}{' '}
            {whenText(canary)}
          </p>
          {canary.status === 'running' ? null : <Fate changesetId={canary.changesetId} />}
        </div>
        {results === null ? null : (
          <dl className="grid max-w-xl grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 text-table">
            {ARMS.map((arm) => (
              <Result key={arm} canary={canary} arm={arm} />
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}

/** What became of the change: applied as a version, or why not although it won. */
function Fate({ changesetId }: { changesetId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.changesets.detail.queryOptions({ id: changesetId }));
  if (data === undefined) return null;
  const { status, rejectionReason } = data.changeset;
  if (status === 'failed')
    return <LearnedText as="p" text={`It was not applied: ${rejectionReason ?? ''}.`} />;
  const version = data.skills.find(({ appliedVersion }) => appliedVersion !== null)?.appliedVersion;
  if (status !== 'applied' || version === undefined || version === null) return null;
  return <p>It was applied as v{version}.</p>;
}

const NOTHING =
  'Recalls that select the skill serve the candidate to some sessions and the current version to the others. Results appear here once such runs are recorded with an outcome.';

function Result({ canary, arm }: { canary: CanaryDetail; arm: (typeof ARMS)[number] }) {
  const { weight, reward } = canary.arms[arm];
  const share = weight > 0 ? Math.min(1, Math.max(0, reward / weight)) : 0;
  return (
    <>
      <dt>{ARM_NAMES[arm]}</dt>
      <dd className="contents">
        <svg
          viewBox={`0 0 ${WIDTH} 8`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-2 w-full min-w-16"
        >
          <rect width={WIDTH} height="8" className="fill-sunken" />
          <rect width={share * WIDTH} height="8" className={FILL[arm]} />
        </svg>
        <span className="text-right text-quiet tabular-nums">{armText(canary, arm) ?? 'no rated run'}</span>
      </dd>
    </>
  );
}
