'use client';

/** One operation of a proposal, open for editing; the original stays in sight. */
import { SECTIONS } from '../../../server/domain/skills/skill-state.ts';
import { WordDiff } from '../../diff/word-diff.tsx';
import { TriggerInput } from '../../skills/write/trigger-input.tsx';
import { Select, Textarea } from '../../ui/forms/field.tsx';
import { Checkbox } from '../../ui/forms/toggle.tsx';
import { KindTag } from '../diff/change-card.tsx';
import type { ChangeCard } from '../diff/change-cards.ts';
import { UnchangedText } from '../diff/unchanged-text.tsx';
import { Findings } from '../preview/findings.tsx';
import { errorText, sectionTitle } from '../words.ts';
import { type Draft, type EditField, fieldsOf, wordingOf } from './amendment-pairs.ts';

interface AmendOpProps {
  card: ChangeCard;
  draft: Draft;
  findings: readonly string[];
  /** Why it could not be applied as it is written. */
  invalid: string | undefined;
  onChange: (changed: Partial<Draft>) => void;
}

export function AmendOp({ card, draft, findings, invalid, onChange }: AmendOpProps) {
  const { op, kept } = draft;
  const before = wordingOf(card.op);
  const after = wordingOf(op);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5 rounded-md border border-line bg-surface px-3.5 py-3">
      <legend className="sr-only">Change {card.index + 1}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <KindTag kind={card.kind} />
        <div className="ml-auto">
          <Checkbox
            label="Leave out"
            checked={!kept}
            onCheckedChange={(leftOut) => onChange({ kept: !leftOut })}
          />
        </div>
      </div>
      {kept ? (
        <div className="flex flex-col gap-2.5">
          {fieldsOf(op, card.rule).map((field) => (
            <FieldInput key={field.name} field={field} onChange={onChange} />
          ))}
          {op.op === 'remove' ? <UnchangedText text={card.before ?? before} /> : null}
          <Findings findings={findings} quoted="Findings in the text above." />
          {invalid === undefined ? null : <p className="text-danger text-table">{errorText(invalid)}</p>}
        </div>
      ) : null}
      {kept && before === after ? null : (
        <div className="flex flex-col gap-1 border-line border-t pt-2.5">
          <p className="text-caption text-quiet">
            {kept ? 'Proposed and amended' : 'Proposed, removed by you'}
          </p>
          <WordDiff
            before={op.op === 'remove' ? (card.before ?? before) : before}
            after={kept ? after : null}
          />
        </div>
      )}
    </fieldset>
  );
}

const SECTION_OPTIONS = SECTIONS.map((value) => ({ value, label: sectionTitle(value) }));

function FieldInput({ field, onChange }: { field: EditField; onChange: (changed: Partial<Draft>) => void }) {
  if (field.kind === 'text') {
    return (
      <Textarea
        label={field.label}
        rows={2}
        mono={true}
        value={field.value}
        onChange={(event) => onChange({ op: field.set(event.target.value) })}
      />
    );
  }
  if (field.kind === 'trigger') {
    return (
      <TriggerInput
        label={field.label}
        trigger={field.value}
        onChange={(trigger) => onChange({ op: field.set(trigger) })}
      />
    );
  }
  return (
    <Select
      label={field.label}
      options={SECTION_OPTIONS}
      value={field.value}
      className="max-w-48"
      onValueChange={(value) => {
        const chosen = SECTIONS.find((section) => section === value);
        if (chosen !== undefined) onChange({ op: field.set(chosen) });
      }}
    />
  );
}
