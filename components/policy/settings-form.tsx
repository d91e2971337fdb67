'use client';

/** The form of the settings: what holds now to begin with; a changed setting is marked and says what it was. */
import { type ReactNode, useState } from 'react';
import { CANARY_RULES, RULE_NOTES } from '../../server/domain/skills/canary/rules.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input, Select } from '../ui/forms/field.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { Card } from '../ui/layout/card.tsx';
import { ChangePolicy } from './change-dialog.tsx';
import {
  asksTooManySamples,
  type Draft,
  differing,
  editedSettings,
  FLAGS,
  faultOf,
  GROUPS,
  NUMBERS,
  pastSentence,
  RULE,
  type SettingName,
  type Settings,
  shownValue,
} from './fields.ts';
import { allowedText, ownAfter, type Policy } from './policy-changes.ts';

export function SettingsForm({ policy }: { policy: Policy }) {
  const { settings: today, installation } = policy;
  const [draft, setDraft] = useState<Draft>({});
  const edited = editedSettings(draft, today);
  const count = edited === null ? 0 : differing(today, edited).length;
  return (
    <Card
      title="Settings"
      note={count === 0 ? '' : `${count} changed`}
      actions={
        Object.keys(draft).length === 0 ? null : (
          <Button size="small" onClick={() => setDraft({})}>
            Discard changes
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {GROUPS.map(({ title, names }) => (
          <fieldset key={title} className="grid min-w-0 grid-cols-2 items-start gap-3">
            <legend className="mb-2 font-medium text-caption text-quiet">{title}</legend>
            {names.map((name) => (
              <SettingField
                key={name}
                {...{ name, today, installation, draft }}
                onTyped={(typed) => setDraft((before) => ({ ...before, [name]: typed }))}
              />
            ))}
          </fieldset>
        ))}
        <p role="status" className="border-line border-t pt-4 text-quiet text-table">
          {pastSentence(policy.decided, edited ?? today)}
        </p>
        <ChangePolicy
          policy={policy}
          own={ownAfter(policy, edited ?? today)}
          look={{ variant: 'primary', disabled: count === 0 }}
          label="Save"
          title="Change the policy"
          verb="Save"
          done="Saved: the settings apply from now on"
          onDone={() => setDraft({})}
        />
      </div>
    </Card>
  );
}

interface SettingFieldProps {
  name: SettingName;
  today: Settings;
  installation: Settings;
  draft: Draft;
  onTyped: (typed: string) => void;
}

/** One setting; a changed one has a mark and says what it is today. */
function SettingField({ name, today, installation, draft, onTyped }: SettingFieldProps) {
  const value = draft[name] ?? String(today[name]);
  const changed = value !== String(today[name]);
  const hint = changed
    ? { hint: <Today value={shownValue(today[name])} allowed={allowedText(name, installation)} /> }
    : {};
  return (
    <div
      className={cn(
        'border-l-2 pl-2.5',
        changed ? 'border-accent' : 'border-transparent',
        (isFlag(name) || WIDE.includes(name)) && 'col-span-2',
      )}
    >
      <SettingControl {...{ name, value, hint, onTyped }} tooManyAsked={asksTooManySamples(draft, today)} />
    </div>
  );
}

/** What it is today, and what a tenant of this installation may choose. */
function Today({ value, allowed }: { value: string; allowed: string | null }) {
  return (
    <span className="break-words">
      Today {value}
      {allowed === null ? null : <span className="block text-faint">Allowed here: {allowed}</span>}
    </span>
  );
}

/** Their label or note is long. */
const WIDE: readonly SettingName[] = [RULE.name, 'canaryFloor'];

const isFlag = (name: SettingName) => FLAGS.some((field) => field.name === name);

interface SettingControlProps {
  name: SettingName;
  value: string;
  hint: { hint?: ReactNode };
  /** Whether the fewest samples are more than the most. */
  tooManyAsked: boolean;
  onTyped: (typed: string) => void;
}

function SettingControl({ name, value, hint, tooManyAsked, onTyped }: SettingControlProps) {
  const flag = FLAGS.find((field) => field.name === name);
  if (flag !== undefined) {
    const checked = value === 'true';
    return (
      <Switch label={flag.label} {...hint} checked={checked} onCheckedChange={(on) => onTyped(String(on))} />
    );
  }
  const number = NUMBERS.find((field) => field.name === name);
  if (number === undefined) {
    const options = CANARY_RULES.map((rule) => ({ value: rule, label: rule }));
    const rule = CANARY_RULES.find((one) => one === value) ?? 'posterior';
    const note = (
      <>
        {RULE_NOTES[rule]} {hint.hint}
      </>
    );
    return <Select label={RULE.label} hint={note} value={value} options={options} onValueChange={onTyped} />;
  }
  const tooFew = name === 'canaryMaxSamples' && tooManyAsked ? 'Below the minimum samples' : null;
  return (
    <Input
      label={number.label}
      {...hint}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      invalid={faultOf(number, value) ?? tooFew}
      onChange={(event) => onTyped(event.target.value)}
    />
  );
}
