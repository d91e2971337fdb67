/** What a changeset says, how risky it is and why, what it is about, who proposed it and when. */
'use client';

import type { ReactNode } from 'react';
import { PlaygroundLink } from '../recalls/playground/playground-link.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useTabTitle } from '../ui/layout/use-tab-title.ts';
import { StatusBadge } from '../ui/text/badge.tsx';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import type { Detail, DetailSkill } from './detail.ts';
import { HeadlineText } from './headline.tsx';
import { headlineWords } from './headline-words.ts';
import { riskReason } from './preview/finding-text.ts';
import { RiskMark } from './risk-mark.tsx';
import { actorIn, sourceText } from './words.ts';

/** The change itself stands below, whole: the heading may not push it off the screen. */
const HEADING = 150;
/** Of a tab's title little more is seen. */
const TAB = 60;

export function ChangesetHeader({ detail, embedded }: { detail: Detail; embedded: boolean }) {
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
