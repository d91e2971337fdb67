'use client';

/** The parts of a changeset in reading order, and what they share. */
import dynamic from 'next/dynamic';
import { useMemo, useState } from 'react';
import { useShortcut } from '../keyboard/registry.ts';
import { useOnceOpen } from '../ui/overlays/return-focus.ts';
import { FindingSpansContext } from '../ui/text/finding-spans.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { ChangesetHeader } from './changeset-header.tsx';
import type { ChangesetViewProps } from './changeset-view.tsx';
import { DecisionBar } from './decide/decision-bar.tsx';
import { draftOf } from './decide/drafts.ts';
import { type Detail, VIEW_SCHEMA, ViewContext } from './detail.ts';
import { cardsOf, changesBySkill } from './diff/change-cards.ts';
import { ChangesCard } from './diff/changes-card.tsx';
import { MaskContext, useFindingsFor, useMaskFor } from './diff/masked.ts';
import { AppliedNotice } from './preview/applied-notice.tsx';
import { DriftNotice } from './preview/drift-notice.tsx';
import { PastRunsCard } from './preview/past-runs-card.tsx';
import { PolicyFold } from './preview/policy-fold.tsx';
import { PreviewCard } from './preview/preview-card.tsx';
import { ActivityCard } from './support/activity-card.tsx';
import { WhyFold } from './support/why-fold.tsx';

// What most changesets never show is loaded where it is shown.
const CanaryPreview = dynamic(() => import('./preview/canary-preview.tsx').then((m) => m.CanaryPreview), {
  loading: () => null,
});
const AmendForm = dynamic(() => import('./amend/amend-form.tsx').then((m) => m.AmendForm), {
  ssr: false,
});
const CollisionsCard = dynamic(() => import('./preview/collisions-card.tsx').then((m) => m.CollisionsCard), {
  loading: () => null,
});
const SupportPanel = dynamic(() => import('./support/support-panel.tsx').then((m) => m.SupportPanel), {
  ssr: false,
});

type BodyProps = Omit<ChangesetViewProps, 'id'> & { detail: Detail };

export function ChangesetBody({ detail, embedded, onDecided }: BodyProps) {
  const [view, change] = useUrlState(VIEW_SCHEMA);
  const [amending, setAmending] = useState<'asked' | 'begun' | null>(() =>
    draftOf(detail.changeset.id, 'amendment') === undefined ? null : 'begun',
  );
  const [episode, openEpisode] = useState<string | null>(null);
  const panel = useOnceOpen(episode !== null);
  const found = [...detail.changeset.safetyFindings, ...detail.findingsByOp.flat()];
  const mask = useMaskFor(found);
  const find = useFindingsFor(found);
  const { changeset, skills, findingsByOp } = detail;
  const groups = changesBySkill({
    ...{ ops: changeset.ops, skills, findingsByOp },
    originsByOp: changeset.support?.origins,
  });
  const level = embedded ? 3 : 2;
  const shared = useMemo(() => ({ layout: view.diff, level, openEpisode }) as const, [view.diff, level]);
  const first = detail.episodes[0];
  const relayout = () => change({ diff: view.diff === 'side' ? 'inline' : 'side' }, { history: 'replace' });
  const fold = () => change({ rest: view.rest === 'shown' ? 'folded' : 'shown' }, { history: 'replace' });
  useShortcut('read.layout', relayout);
  useShortcut('read.unchanged', fold);
  useShortcut('read.support', () => openEpisode(first?.id ?? null), { enabled: first !== undefined });
  return (
    <ViewContext value={shared}>
      <FindingSpansContext value={find}>
        <MaskContext value={mask}>
          <div className="flex w-full min-w-0 max-w-[68rem] flex-col gap-4">
            <ChangesetHeader detail={detail} embedded={embedded} />
            {hasDrifted(detail) ? <DriftNotice detail={detail} /> : null}
            {changeset.status === 'applied' ? <AppliedNotice detail={detail} /> : null}
            {detail.again === null || detail.again.faults.length === 0 ? null : (
              <CollisionsCard detail={detail} />
            )}
            {amending ? (
              <AmendForm
                detail={detail}
                cards={cardsOf(groups)}
                asked={amending === 'asked'}
                onClose={() => setAmending(null)}
              />
            ) : (
              <ChangesCard
                detail={detail}
                groups={groups}
                unfolded={view.rest === 'shown'}
                onFold={fold}
                onLayout={relayout}
                onAmend={() => setAmending('asked')}
              />
            )}
            <PastRunsCard changeset={changeset} />
            <div className="flex flex-col gap-2">
              <WhyFold detail={detail} />
              <PolicyFold detail={detail} />
            </div>
            <PreviewCard detail={detail} tab={view.preview} />
            {startsCanary(detail) ? <CanaryPreview detail={detail} /> : null}
            <ActivityCard detail={detail} />
            {amending ? null : (
              <DecisionBar key={detail.changeset.id} detail={detail} onDecided={onDecided} />
            )}
          </div>
          {panel ? <SupportPanel detail={detail} id={episode} onOpen={openEpisode} /> : null}
        </MaskContext>
      </FindingSpansContext>
    </ViewContext>
  );
}

/** Whether a skill of it moved since it was proposed, or a canary runs on one. */
function hasDrifted({ drift, approval }: Detail): boolean {
  return drift === 'moved' || (approval?.asUsual.behind ?? []).length > 0;
}

function startsCanary({ approval }: Detail): boolean {
  return approval !== null && approval.asUsual.status === 'canary';
}
