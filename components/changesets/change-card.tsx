/** One operation with everything that speaks for or against it: wording, evidence, findings, the runs behind it. */
'use client';

import { cn } from '../ui/cn.ts';
import type { ChangeCard } from './change-cards.ts';
import { ChangeDiff } from './change-diff.tsx';
import type { SourceEpisode } from './detail.ts';
import { EvidenceStrip } from './evidence-strip.tsx';
import { Findings } from './findings.tsx';
import { useMask } from './masked.ts';
import { NewSkillRules } from './new-skill-rules.tsx';
import { ProvenanceChips } from './provenance-chips.tsx';
import { KIND_LOOK, sectionTitle } from './words.ts';

interface ChangeCardViewProps {
  card: ChangeCard;
  /** Its number among all, from 1. */
  number: number;
  of: number;
  episodes: readonly SourceEpisode[];
}

export function ChangeCardView({ card, number, of, episodes }: ChangeCardViewProps) {
  const mask = useMask();
  const { op, kind, rule, section, survivor } = card;
  const where = section === null ? '' : `, ${sectionTitle(section)}`;
  return (
    <article
      tabIndex={-1}
      data-change={card.index}
      aria-label={`Change ${number} of ${of}: ${KIND_LOOK[kind].word}${where}`}
      className="flex min-w-0 scroll-mt-20 flex-col gap-2.5 rounded-md border border-line bg-surface px-3.5 py-3 outline-offset-1"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <KindTag kind={kind} />
        {rule === null ? null : <EvidenceStrip evidence={rule} removing={kind === 'removed'} />}
        <span className="ml-auto text-caption text-faint tabular-nums">
          {number} of {of}
        </span>
      </header>
      <ChangeDiff card={card} />
      {op.op === 'create_skill' ? <NewSkillRules op={op} /> : null}
      {survivor === null || rule === null ? null : <MergedCounts into={survivor} />}
      <Findings findings={card.findings} />
      {op.reason ? <p className="max-w-[75ch] text-table text-quiet">{mask(op.reason)}</p> : null}
      <ProvenanceChips episodes={episodes} earlier={rule?.sources ?? []} />
    </article>
  );
}

function KindTag({ kind }: { kind: ChangeCard['kind'] }) {
  const { word, sign, look } = KIND_LOOK[kind];
  return (
    <span
      className={cn('inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 font-medium text-caption', look)}
    >
      <span aria-hidden="true" className="font-mono">
        {sign}
      </span>
      {word}
    </span>
  );
}

function MergedCounts({ into }: { into: NonNullable<ChangeCard['survivor']> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-caption text-quiet">
      The surviving rule, with the evidence of both:
      <EvidenceStrip evidence={into} />
    </div>
  );
}
