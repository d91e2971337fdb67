'use client';

/** One canary: its verdict in a sentence, the pictures behind it, and the runs behind those. */
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { PageGate, ScopedButton } from '../shell/scope-gate.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ErrorBlock, Gone, SkeletonRows } from '../ui/layout/states.tsx';
import { RiskBadge, StatusBadge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import { type CanaryDetail, DETAIL_STATE } from './address.ts';
import { CalibratedCard } from './canaries-page.tsx';
import { placesOf } from './course.ts';
import { CourseCard } from './course-card.tsx';
import { AllocationCard, EvidenceCard } from './evidence-card.tsx';
import { DifferenceCard, RatesCard } from './rates-card.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { verdictSentence } from './verdict-sentence.ts';

const LINK = 'text-accent-strong underline-offset-2 hover:underline';

function CanaryHead({ canary }: { canary: CanaryDetail }) {
  const [asking, setAsking] = useState(false);
  const running = canary.status === 'running';
  return (
    <>
      <PageHeader
        title={`${canary.skillName}: ${canary.headline.counts}`}
        finding={
          <span className="text-ink">
            <LearnedText text={verdictSentence(canary)} />
          </span>
        }
        meta={<Facts canary={canary} />}
        actions={
          running ? (
            <ScopedButton scope="review" variant="danger-quiet" onClick={() => setAsking(true)}>
              Roll back skill (stops this canary)
            </ScopedButton>
          ) : undefined
        }
      />
      {asking && running ? <RollBackDialog canary={canary} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Facts({ canary }: { canary: CanaryDetail }) {
  const { id, status, rule, skillId, changesetId, baseVersion, startedAt, expiresAt, endedAt } = canary;
  return (
    <>
      <StatusBadge status={status} />
      <span>
        <Link href={`/skills/${skillId}`} prefetch={false} className={LINK}>
          Skill
        </Link>
        {' · '}
        <Link href={`/changesets/${changesetId}`} prefetch={false} className={LINK}>
          Changeset
        </Link>
      </span>
      <span>
        v{baseVersion} against the candidate · {rule} rule
      </span>
      <span>
        started <Time at={startedAt} />
        {expiresAt === null ? null : (
          <>
            , expires <Time at={expiresAt} />
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

const BOUNDARY_MS = 5000;

/** The head of a canary: the verdict as a sentence, what is tried on what, and the one action there is. */
export function CanaryPage({ id }: { id: string }) {
  return (
    <PageGate page="Canary" scopes={['review']}>
      <Content id={id} />
    </PageGate>
  );
}

function Content({ id }: { id: string }) {
  const trpc = useTRPC();
  const detail = useQuery({
    ...trpc.canaries.detail.queryOptions({ id }),
    // No event says when a boundary has been computed.
    refetchInterval: ({ state }) => (awaitsBoundary(state.data) ? BOUNDARY_MS : false),
  });
  useLiveMeasures(trpc.canaries.pathKey());
  if (detail.data !== undefined) return <Shown canary={detail.data} now={detail.dataUpdatedAt} />;
  if (detail.error !== null && toCallError(detail.error).kind === 'not_found') return <Gone noun="canary" />;
  return (
    <>
      <PageHeader title="Canary" />
      {detail.error === null ? (
        <SkeletonRows count={12} label="Loading the canary" />
      ) : (
        <ErrorBlock what="load the canary" error={detail.error} onRetry={() => void detail.refetch()} />
      )}
    </>
  );
}

function awaitsBoundary(canary: CanaryDetail | undefined): boolean {
  return canary?.status === 'running' && canary.rule === 'calibrated' && canary.boundary === null;
}

function Shown({ canary, now }: { canary: CanaryDetail; now: number }) {
  const [{ axis, arm }, change] = useUrlState(DETAIL_STATE);
  const course = { canary, axis, places: placesOf(canary, axis, now) };
  const difference = <DifferenceCard key="difference" canary={canary} />;
  const rates = <RatesCard key="rates" canary={canary} />;
  const line = (
    <CourseCard key="course" {...course} onAxis={(next) => change({ axis: next }, { history: 'replace' })} />
  );
  const allocation = <AllocationCard key="allocation" {...course} />;
  // Columns of about the same height; one card more stands in them under the calibrated rule.
  const columns =
    canary.rule === 'calibrated'
      ? ([
          [difference, <CalibratedCard key="calibrated" canary={canary} />, line],
          [rates, allocation],
        ] as const)
      : ([
          [difference, rates],
          [line, allocation],
        ] as const);
  return (
    <>
      <CanaryHead canary={canary} />
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
        {columns.map((cards) => (
          <div key={cards[0].key} className="flex min-w-0 flex-col gap-5">
            {cards}
          </div>
        ))}
      </div>
      {canary.queued.length === 0 ? null : <QueuedCard queued={canary.queued} />}
      <EvidenceCard
        id={canary.id}
        arm={arm}
        onArm={(next) => change({ arm: next }, { history: 'replace' })}
      />
    </>
  );
}

/** The changesets that wait for a canary to end, and what becomes of them. */
function QueuedCard({ queued }: Pick<CanaryDetail, 'queued'>) {
  return (
    <Card
      title="Queued behind this canary"
      note="promoted: they fail, since the skill has moved · rejected or expired: they are decided again · rolled back: they fail"
      flush={true}
    >
      <ul>
        {queued.map(({ id, headline, risk, source, reviewer }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2 text-table last:border-b-0"
          >
            <RiskBadge risk={risk} />
            <Link
              href={`/changesets/${id}`}
              prefetch={false}
              className="font-medium hover:text-accent-strong"
            >
              <HeadlineText headline={headline} most={160} />
            </Link>
            <span className="text-caption text-quiet">
              <LearnedText text={source + (reviewer === null ? '' : ` · approved by ${reviewer}`)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
