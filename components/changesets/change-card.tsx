/** One operation with everything that speaks for or against it: wording, evidence, findings, the runs behind it. */
'use client';

import { LearnedText } from '../ui/learned-text.tsx';
import type { ChangeCard } from './change-cards.ts';
import { ChangeDiff } from './change-diff.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';
import { Findings } from './findings.tsx';
import { KindTag } from './kind-tag.tsx';
import { useMask } from './masked.ts';
import { NewSkillRules } from './new-skill-rules.tsx';
import { RuleSources } from './provenance-chips.tsx';
import { kindTitle, sectionTitle } from './words.ts';

interface ChangeCardViewProps {
  card: ChangeCard;
  /** Its number among all, from 1. */
  number: number;
  of: number;
}

export function ChangeCardView({ card, number, of }: ChangeCardViewProps) {
  const mask = useMask();
  const { op, kind, rule, section, survivor } = card;
  const where = section === null ? '' : `, ${sectionTitle(section)}`;
  return (
    <article
      tabIndex={-1}
      data-change={card.index}
      aria-label={`Change ${number} of ${of}: ${kindTitle(kind)}${where}`}
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
      {op.reason ? (
        <LearnedText as="p" text={mask(op.reason)} className="max-w-[75ch] text-quiet text-table" />
      ) : null}
      <RuleSources ids={rule?.sources ?? []} />
    </article>
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
