'use client';

/** The parts of a changeset in reading order, and what they share. */
import dynamic from 'next/dynamic';
import { type ReactNode, useMemo, useState } from 'react';
import { useShortcut } from '../keyboard/registry.ts';
import { PlaygroundLink } from '../recalls/playground/playground-link.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useTabTitle } from '../ui/layout/use-tab-title.ts';
import { useOnceOpen } from '../ui/overlays/return-focus.ts';
import { StatusBadge } from '../ui/text/badge.tsx';
import { FindingSpansContext } from '../ui/text/finding-spans.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useUrlState } from '../url/use-url-state.ts';
import type { ChangesetViewProps } from './changeset-view.tsx';
import { DecisionBar } from './decide/decision-bar.tsx';
import { draftOf } from './decide/drafts.ts';
import { type Detail, type DetailSkill, VIEW_SCHEMA, ViewContext } from './detail.ts';
import { cardsOf, changesBySkill } from './diff/change-cards.ts';
import { ChangesCard } from './diff/changes-card.tsx';
import { MaskContext, useFindingsFor, useMaskFor } from './diff/masked.ts';
import { HeadlineText } from './headline.tsx';
import { headlineWords } from './headline-words.ts';
import { AppliedNotice, DriftNotice } from './preview/drift-notice.tsx';
import { riskReason } from './preview/finding-text.ts';
import { PolicyFold } from './preview/policy-fold.tsx';
import { PreviewCard } from './preview/preview-card.tsx';
import { RiskMark } from './risk-mark.tsx';
import { ActivityCard } from './support/activity-card.tsx';
import { WhyFold } from './support/why-fold.tsx';
import { actorIn, sourceText } from './words.ts';

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
const SourcesStrip = dynamic(() => import('./sources/sources-strip.tsx').then((m) => m.SourcesStrip));
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
  const groups = changesBySkill({ ops: changeset.ops, skills, findingsByOp });
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
            <div className="flex flex-col gap-2">
              {changeset.sources.length === 0 ? null : <SourcesStrip changeset={changeset} />}
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

/** The change itself stands below, whole: the heading may not push it off the screen. */
const HEADING = 150;
/** Of a tab's title little more is seen. */
const TAB = 60;

function ChangesetHeader({ detail, embedded }: { detail: Detail; embedded: boolean }) {
  const meta = <Facts detail={detail} />;
  useTabTitle(embedded ? null : headlineWords(detail.headline, TAB));
  const title = (
    <span className="line-clamp-3">
      <HeadlineText headline={detail.headline} most={HEADING} />
    </span>
  );
  if (!embedded) return <PageHeader title={title} meta={meta} />;
  return (
    <header className="flex min-w-0 flex-col gap-1">
      <h2
        tabIndex={-1}
        data-changeset-heading="true"
        className="break-words font-semibold text-title tracking-[-0.011em] outline-none"
      >
        {title}
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-quiet">{meta}</div>
    </header>
  );
}

function Facts({ detail }: { detail: Detail }) {
  const { changeset, skills, proposedBy } = detail;
  return (
    <>
      <StatusBadge status={detail.rolledBack ? 'rolled back' : changeset.status} />
      <span>{detail.headline.counts}</span>
      <span className="inline-flex items-center gap-1.5">
        <RiskMark risk={changeset.risk} findings={changeset.safetyFindings} />
        {riskReason(changeset.ops)}
      </span>
      {skills.map((skill) => (
        <SkillFact key={skill.name} skill={skill} />
      ))}
      <Fact label="Agent">
        <LearnedText text={changeset.agentId === '*' ? 'shared by all' : changeset.agentId} />
      </Fact>
      <Fact label="From">{sourceText(changeset.source)}</Fact>
      {proposedBy === `system:${changeset.source}` ? null : (
        <Fact label="By">
          <LearnedText text={actorIn(detail, proposedBy)} className="truncate" />
        </Fact>
      )}
      <Time at={changeset.createdAt} />
      <IdChip id={changeset.id} label="Changeset id" />
      {changeset.status === 'pending' ? (
        <PlaygroundLink
          task={detail.episodes.find(({ task }) => task)?.task ?? skills[0]?.after?.description ?? ''}
          agentId={changeset.agentId}
          changesetId={changeset.id}
        />
      ) : null}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="text-faint">{label}</span> {children}
    </span>
  );
}

function SkillFact({ skill: { id, name, baseVersion, nowVersion } }: { skill: DetailSkill }) {
  const moved = baseVersion !== null && nowVersion !== null && nowVersion !== baseVersion;
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="text-faint">Skill</span>
      {id === null ? (
        <LearnedText text={name} className="font-medium text-ink" />
      ) : (
        <Link
          href={`/skills/${id}`}
          className="truncate font-medium text-ink underline decoration-line underline-offset-3 hover:decoration-edge"
        >
          <LearnedText text={name} />
        </Link>
      )}
      <span className="whitespace-nowrap tabular-nums">
        {baseVersion === null ? 'new' : `v${baseVersion}`}
        {moved ? `, now v${nowVersion}` : ''}
      </span>
    </span>
  );
}
