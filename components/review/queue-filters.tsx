/** What narrows and sorts the queue: a text at hand, the rest in a panel, and what is set as chips that go away by a click. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/button.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Select } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { TypedFilter } from '../ui/typed-filter.tsx';
import { useAgent } from '../url/use-agent.ts';
import { FINDINGS, filtersSet, ordersOf, REVIEW_STATE, RISKS, SOURCES } from './review-state.ts';
import type { Review } from './use-review.ts';

type FilterProps = Pick<Review, 'state' | 'change'>;

const VALUES = REVIEW_STATE.fields;
const NONE = { source: '', risk: '', finding: '', skill: '', text: '', id: '' } as const;

export function QueueFilters({ state, change }: FilterProps) {
  const set = filtersSet({ ...state, text: '' });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TypedFilter
        label="Search"
        value={state.text}
        onValue={(text) => change({ text, id: '' }, { history: 'replace' })}
        focusable={true}
        className="min-w-0 flex-1 basis-28"
      />
      <Popover
        label="Filters"
        align="end"
        trigger={
          <Button>
            <ListFilter aria-hidden="true" />
            {set === 0 ? 'Filter' : `Filter (${set})`}
          </Button>
        }
      >
        <FilterPanel state={state} change={change} />
      </Popover>
      <Select
        label="Order"
        hideLabel={true}
        value={state.order}
        options={ordersOf(state.tab)}
        onValueChange={(order) => change({ order: VALUES.order(order), id: '' })}
        className="w-40"
      />
      <Chips state={state} change={change} />
    </div>
  );
}

function FilterPanel({ state, change }: FilterProps) {
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Risk"
        value={state.risk}
        options={RISKS}
        onValueChange={(risk) => change({ risk: VALUES.risk(risk), id: '' })}
      />
      <Select
        label="Source"
        value={state.source}
        options={SOURCES}
        onValueChange={(source) => change({ source: VALUES.source(source), id: '' })}
      />
      <Select
        label="Findings"
        value={state.finding}
        options={FINDINGS}
        onValueChange={(finding) => change({ finding: VALUES.finding(finding), id: '' })}
      />
      <SkillFilter state={state} change={change} />
    </div>
  );
}

function SkillFilter({ state, change }: FilterProps) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data } = useQuery(trpc.skills.list.queryOptions({ agentId, order: 'name', limit: 200 }));
  const options = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Combobox
      label="Skill"
      value={state.skill}
      options={[{ value: '', label: 'Any skill' }, ...options]}
      onValueChange={(skill) => change({ skill, id: '' })}
    />
  );
}

function Chips({ state, change }: FilterProps) {
  const chips = [
    ...(['risk', 'source', 'finding'] as const).map((field) => ({ field, text: `${field} ${state[field]}` })),
    { field: 'skill' as const, text: 'one skill' },
  ].filter(({ field }) => state[field] !== '');
  if (chips.length === 0) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-1.5">
      {chips.map(({ field, text }) => (
        <Button
          key={field}
          size="small"
          onClick={() => change({ [field]: '', id: '' })}
          aria-label={`Remove the filter ${text}`}
          className="rounded-full"
        >
          {text}
          <X aria-hidden="true" />
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={() => change(NONE)}>
        Clear
      </Button>
    </div>
  );
}
