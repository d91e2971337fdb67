/** One canary: its verdict in a sentence, the pictures behind it, and the runs behind those. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live-measures.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Gone } from '../ui/gone.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/states.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import { DETAIL_STATE } from './address.ts';
import { AllocationCard } from './allocation-card.tsx';
import { CalibratedCard } from './calibrated-card.tsx';
import { CanaryHead } from './canary-head.tsx';
import type { CanaryDetail } from './canary-types.ts';
import { placesOf } from './course.ts';
import { CourseCard } from './course-card.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { QueuedCard } from './queued-card.tsx';
import { RatesCard } from './rates-card.tsx';

const BOUNDARY_MS = 5000;

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
    // Nobody is told when a boundary has been computed.
    refetchInterval: ({ state }) => (awaitsBoundary(state.data) ? BOUNDARY_MS : false),
  });
  useLiveMeasures(trpc.canaries.pathKey());
  if (detail.data !== undefined) return <Shown canary={detail.data} now={detail.dataUpdatedAt} />;
  if (detail.error !== null && faultOf(detail.error).kind === 'not_found') return <Gone noun="canary" />;
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
