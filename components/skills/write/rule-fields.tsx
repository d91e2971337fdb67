/** One rule while it is written, with what lint and scan say of it under its text. */
'use client';

import { useId } from 'react';
import { SECTIONS } from '../../../server/domain/skills/skill-state.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Input, Select, Textarea } from '../../ui/forms/field.tsx';
import { X } from '../../ui/generated/icons.tsx';
import type { RuleDraft } from './draft.ts';
import { FindingNotes } from './import-preview.tsx';
import { TriggerInput } from './trigger-input.tsx';

interface RuleFieldsProps {
  rule: RuleDraft;
  number: number;
  findings: readonly string[];
  invalid: string | null;
  onChange: (changes: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

export function RuleFields({ rule, number, findings, invalid, onChange, onRemove }: RuleFieldsProps) {
  const heading = useId();
  const sections = SECTIONS.map((section) => ({ value: section, label: section }));
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-3 px-4 py-3">
      <div className="flex items-center gap-3">
        <span id={heading} className="font-medium text-table tabular-nums">
          Rule {number}
        </span>
        <Select
          label={`Section of rule ${number}`}
          hideLabel={true}
          value={rule.section}
          options={sections}
          onValueChange={(value) =>
            onChange({ section: SECTIONS.find((known) => known === value) ?? 'steps' })
          }
          className="w-36"
        />
        <Button
          variant="quiet"
          size="icon-small"
          aria-label={`Remove rule ${number}`}
          onClick={onRemove}
          className="ml-auto"
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <Textarea
        label={`Text of rule ${number}`}
        hideLabel={true}
        placeholder="What to do, as one instruction"
        mono={true}
        invalid={invalid}
        value={rule.content}
        onChange={(event) => onChange({ content: event.target.value })}
      />
      <FindingNotes findings={findings} />
      <div className="grid gap-3 md:grid-cols-2">
        <Input
          label="Problem it solves"
          value={rule.issue}
          autoComplete="off"
          onChange={(event) => onChange({ issue: event.target.value })}
        />
        <Input
          label="Keywords"
          placeholder="Separated by commas"
          value={rule.keywords}
          autoComplete="off"
          onChange={(event) => onChange({ keywords: event.target.value })}
        />
      </div>
      <TriggerInput
        label="Trigger"
        trigger={rule}
        onChange={(trigger) => onChange({ applies_when: undefined, blocks: undefined, ...trigger })}
      />
    </li>
  );
}
