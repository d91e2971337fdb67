/** The filters of the audit log: what, who, about what, when, and any word. All of them live in the address. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed, useViewer } from '../shell/viewer.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { Input, Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { X } from '../ui/generated/icons.tsx';
import { useAgent } from '../url/use-url-state.ts';
import { actionText, EVERYTHING, GROUPS, presetsFor } from './actions.ts';
import { actorLabel } from './actor-label.ts';
import { type AuditState, isFiltered, minuteOf } from './audit-state.ts';

interface FiltersProps {
  state: AuditState;
  change: (changes: Partial<AuditState>, how?: { history: 'push' | 'replace' }) => void;
}

const NONE: AuditState = {
  ...{ action: '', actor: '', resource: '', skill: '', from: '', to: '', text: '' },
};

export function AuditFilters({ state, change }: FiltersProps) {
  const set = Object.values({ ...state, text: '' }).filter((value) => value !== '').length;
  return (
    <div className="flex flex-col gap-3 border-line border-b p-4">
      <Presets state={state} change={change} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Input
          label="Text"
          type="search"
          value={state.text}
          onChange={typed('text', change)}
          maxLength={200}
          placeholder="A name, a rule, a reason, an id"
          data-filter="true"
          className="max-md:col-span-2"
        />
        <FilterFold set={set} className="col-span-2">
          <MoreFilters state={state} change={change} />
        </FilterFold>
      </div>
    </div>
  );
}

function typed(name: keyof AuditState, change: FiltersProps['change']) {
  return (event: { target: { value: string } }) =>
    change({ [name]: event.target.value }, { history: 'replace' });
}

function MoreFilters({ state, change }: FiltersProps) {
  return (
    <>
      <ActionSelect state={state} change={change} />
      <ActorSelect state={state} change={change} />
      <SkillSelect state={state} change={change} />
      <Input
        label="Resource"
        value={state.resource}
        onChange={typed('resource', change)}
        maxLength={400}
        placeholder="skill:sk_1, or just skill:"
        spellCheck={false}
      />
      <Input
        label="From"
        type="datetime-local"
        value={minuteOf(state.from, 'from')}
        onChange={typed('from', change)}
        className="max-md:col-span-2"
      />
      <Input
        label="To"
        type="datetime-local"
        value={minuteOf(state.to, 'to')}
        onChange={typed('to', change)}
        className="max-md:col-span-2"
      />
    </>
  );
}

function Presets({ state, change }: FiltersProps) {
  const { actor } = useViewer();
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {presetsFor(actor).map((preset) => {
        const on = state.action === preset.action && state.actor === preset.actor;
        return (
          <Button
            key={preset.label}
            size="small"
            aria-pressed={on}
            onClick={() => change(on ? NONE : { ...NONE, action: preset.action, actor: preset.actor })}
            className={cn(on && 'bg-accent-soft text-accent-strong ring-accent')}
          >
            {preset.label}
          </Button>
        );
      })}
      {isFiltered(state) ? (
        <Button size="small" variant="quiet" onClick={() => change(NONE)}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

const ACTION_OPTIONS = [
  { value: '', label: 'All but feedback' },
  { value: EVERYTHING, label: 'Everything' },
  ...GROUPS.flatMap(({ id, label, actions }) => [
    { value: id, label: `${label}: all` },
    ...actions.map((action) => ({ value: action, label: `\u2003${actionText(action)}` })),
  ]),
];

function ActionSelect({ state, change }: FiltersProps) {
  const several = state.action.includes(',');
  const options = several
    ? [...ACTION_OPTIONS, { value: state.action, label: `${state.action.split(',').length} actions` }]
    : ACTION_OPTIONS;
  return (
    <Select
      label="Action"
      value={state.action}
      options={options}
      onValueChange={(action) => change({ action })}
    />
  );
}

function ActorSelect({ state, change }: FiltersProps) {
  const trpc = useTRPC();
  const actors = useQuery(trpc.audit.actors.queryOptions());
  const known = actors.data ?? [];
  const isListed = state.actor === '' || known.some(({ actor }) => actor === state.actor);
  const listed = isListed ? known : [{ actor: state.actor, name: null }, ...known];
  const options = listed.map((one) => ({ value: one.actor, label: actorLabel(one) }));
  return (
    <Select
      label="Actor"
      value={state.actor}
      options={[{ value: '', label: 'Anybody' }, ...options]}
      onValueChange={(actor) => change({ actor })}
    />
  );
}

/** The first skills by name; one that the address names stands among them. */
function SkillSelect({ state, change }: FiltersProps) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data } = useQuery(
    trpc.skills.list.queryOptions({ agentId, order: 'name', limit: 200 }, { enabled: useAllowed('learn') }),
  );
  const known = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const listed = state.skill === '' || known.some(({ value }) => value === state.skill);
  const options = listed ? known : [{ value: state.skill, label: state.skill }, ...known];
  return (
    <Select
      label="Skill"
      value={state.skill}
      options={[{ value: '', label: 'Any skill' }, ...options]}
      onValueChange={(skill) => change({ skill })}
    />
  );
}
