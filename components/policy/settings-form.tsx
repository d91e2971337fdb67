'use client';

/** Which settings to rehearse: today's to begin with, and only what was changed is marked. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { AGENT_ID_OR_SHARED } from '../../server/domain/agent-id.ts';
import { CANARY_RULES, RULE_NOTES } from '../../server/domain/skills/canary/rules.ts';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input, Select } from '../ui/forms/field.tsx';
import { Switch } from '../ui/forms/toggle.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { allowedText, type Policy } from './adopting.ts';
import {
  asksTooManySamples,
  changesOf,
  type Draft,
  FLAGS,
  FORM,
  faultOf,
  GROUPS,
  NUMBERS,
  REFUSED_NAMES,
  RULE,
  type SettingName,
  type Settings,
  shownValue,
} from './fields.ts';

const DAYS = ['7', '30', '90', '180'];

export function SettingsForm({ policy, onStarted }: { policy: Policy; onStarted: (id: string) => void }) {
  const { settings: today, installation } = policy;
  const trpc = useTRPC();
  const [draft, setDraft] = useState<Draft>({});
  const [days, setDays] = useState('30');
  const [agent, setAgent] = useState('');
  const start = useChange(trpc.rehearsals.start, {
    stale: [trpc.rehearsals],
    onDone: ({ id }) => onStarted(id),
  });
  const changes = changesOf(draft, today);
  const named = agent.trim();
  const agentFault = named === '' || AGENT_ID_OR_SHARED.test(named) ? null : 'Not a valid agent id';
  const count = changes === null ? 0 : Object.keys(changes).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes === null || agentFault !== null) return;
    start.mutate({ settings: changes, days: Number(days), agent_id: named === '' ? null : named });
  };
  return (
    <Card
      id={FORM}
      className="lg:order-1"
      title="Other settings"
      note={count === 0 ? 'as today' : `${count} changed`}
      actions={
        Object.keys(draft).length === 0 ? null : (
          <Button size="small" onClick={() => setDraft({})}>
            As today
          </Button>
        )
      }
    >
      <form onSubmit={submit} noValidate={true} className="flex flex-col gap-5">
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
        <div className="grid grid-cols-2 gap-3 border-line border-t pt-4">
          <Select
            label="Past"
            value={days}
            options={DAYS.map((value) => ({ value, label: `${value} days` }))}
            onValueChange={setDays}
          />
          <Input
            label="Agent"
            value={agent}
            onChange={(event) => setAgent(event.target.value)}
            placeholder="all agents"
            maxLength={128}
            autoComplete="off"
            spellCheck={false}
            invalid={agentFault}
          />
        </div>
        <Refused saying="Not started." error={start.error} names={REFUSED_NAMES} />
        <Button
          type="submit"
          variant="primary"
          loading={start.isPending}
          disabled={changes === null || agentFault !== null}
        >
          Rehearse
        </Button>
      </form>
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
