'use client';

/** One operation with everything that speaks for or against it: wording, evidence, findings, the runs behind it. */
import { describeTrigger } from '../../../server/domain/moments/wording.ts';
import type { CreateSkillOp } from '../../../server/domain/skills/changesets/ops.ts';
import { SECTIONS } from '../../../server/domain/skills/skill-state.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { cn } from '../../ui/cn.ts';
import { ArrowRight, ArrowUpDown, Diff, Merge, Minus, Plus } from '../../ui/generated/icons.tsx';
import type { Icon } from '../../ui/icon.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { useView } from '../detail.ts';
import { Findings } from '../preview/findings.tsx';
import { EvidenceStrip, RuleSources } from '../support/support-chips.tsx';
import { kindTitle, sectionTitle } from '../words.ts';
import type { ChangeCard, ChangeKind } from './change-cards.ts';
import { useMask } from './masked.ts';
import type { SmallChange } from './small-changes.ts';
import { UnchangedText } from './unchanged-text.tsx';

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
        <span className="ml-auto text-caption text-faint tabular-nums">
          {number} of {of}
        </span>
      </header>
      <div data-change-text="true" className="flex min-w-0 flex-col gap-2.5">
        <ChangeDiff card={card} />
        {op.op === 'create_skill' ? <NewSkillRules op={op} /> : null}
      </div>
      {rule === null ? null : <EvidenceStrip evidence={rule} removing={kind === 'removed'} />}
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
      The merged rule, with the evidence of both:
      <EvidenceStrip evidence={into} />
    </div>
  );
}

/** The rules of a skill that does not exist yet, by section, inside the card that creates it. */
function NewSkillRules({ op: { tags, bullets } }: { op: CreateSkillOp }) {
  const mask = useMask();
  return (
    <div className="flex flex-col gap-3">
      {tags.length === 0 ? null : (
        <p className="text-caption text-quiet">
          Tags: <LearnedText text={mask(tags.join(', '))} className="text-ink" />
        </p>
      )}
      {SECTIONS.map((section) => {
        const rules = bullets.map((rule, at) => ({ ...rule, at })).filter((rule) => rule.section === section);
        if (rules.length === 0) return null;
        return (
          <div key={section} className="flex flex-col gap-1.5">
            <p className="font-medium text-caption text-quiet">{sectionTitle(section)}</p>
            {rules.map(({ at, content, issue, keywords, ...rule }) => (
              <div key={at} className="flex flex-col gap-0.5">
                <WordDiff before={null} after={mask(content)} />
                {issue === '' && keywords.length === 0 && rule.applies_when === undefined ? null : (
                  <p className="pl-5 text-caption text-quiet">
                    <LearnedText
                      code={true}
                      text={[mask(issue), mask(keywords.join(', ')), mask(describeTrigger(rule))]
                        .filter((part) => part !== '')
                        .join(' · ')}
                    />
                  </p>
                )}
              </div>
            ))}
          </div>
        );
      })}
      {bullets.length === 0 ? <p className="text-quiet text-table">It has no rules yet.</p> : null}
    </div>
  );
}

interface KindLook {
  word: string;
  icon: Icon;
  look: string;
}

const ADDED = 'bg-added-soft text-added';
const REMOVED = 'bg-removed-soft text-removed';
const PLAIN = 'bg-sunken text-quiet ring-1 ring-line ring-inset';

const LOOKS: Record<ChangeKind, KindLook> = {
  added: { word: 'Added', icon: Plus, look: ADDED },
  changed: { word: 'Changed', icon: Diff, look: PLAIN },
  moved: { word: 'Moved', icon: ArrowUpDown, look: PLAIN },
  removed: { word: 'Removed', icon: Minus, look: REMOVED },
  merged: { word: 'Merged into another', icon: Merge, look: REMOVED },
  description: { word: 'Description', icon: Diff, look: PLAIN },
  'new skill': { word: 'New skill', icon: Plus, look: ADDED },
};

/** What a change does, as a word with a sign. */
export function KindTag({ kind }: { kind: ChangeKind }) {
  const { word, icon: Icon, look } = LOOKS[kind];
  return (
    <span
      className={cn('inline-flex h-5 items-center gap-1 rounded-sm px-1.5 font-medium text-caption', look)}
    >
      <Icon aria-hidden="true" className="size-3" />
      {word}
    </span>
  );
}

function ChangeDiff({ card: { before, after, survivor, small } }: { card: ChangeCard }) {
  const { layout } = useView();
  const mask = useMask();
  const hide = (text: string | null) => (text === null ? null : mask(text));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {before !== null && before === after ? (
        <UnchangedText text={mask(before)} />
      ) : (
        <WordDiff before={hide(before)} after={hide(after)} layout={layout} />
      )}
      {survivor === null || before === null ? null : (
        <div className="flex flex-col gap-1 border-line border-l-2 pl-3">
          <p className="text-caption text-quiet">
            Replaced by this rule. Text that only this rule has is marked:
          </p>
          <WordDiff before={mask(before)} after={mask(survivor.content)} layout="inline" />
        </div>
      )}
      {small.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-table">
          {small.map((change) => (
            <Small key={change.label} change={change} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Small({ change: { label, before, after } }: { change: SmallChange }) {
  const mask = useMask();
  return (
    <>
      <dt className="text-caption text-quiet leading-[18px]">{label}</dt>
      <dd className="min-w-0 whitespace-pre-wrap break-words">
        {before === null ? null : (
          <del className="rounded-xs bg-removed-soft px-0.5 text-removed">
            <span className="sr-only">removed: </span>
            <LearnedText text={mask(before)} />
          </del>
        )}
        {before !== null && after !== null ? (
          <ArrowRight aria-hidden="true" className="mx-1 inline size-3 text-quiet" />
        ) : null}
        {after === null ? null : (
          <ins className="rounded-xs bg-added-soft px-0.5 text-added no-underline">
            <span className="sr-only">added: </span>
            <LearnedText text={mask(after)} />
          </ins>
        )}
      </dd>
    </>
  );
}
