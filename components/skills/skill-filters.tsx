/** What narrows the list down; the agent is picked in the top bar. */
'use client';

import { SKILL_STATUSES } from '../../server/domain/skills/skill.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { Checkbox } from '../ui/toggle.tsx';
import { TypedFilter } from '../ui/typed-filter.tsx';
import type { ListState } from './address.ts';

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  ...SKILL_STATUSES.map((status) => ({ value: status, label: status })),
];
const ORDER_OPTIONS = [
  { value: 'name', label: 'By name' },
  { value: 'success', label: 'Least successful first' },
  { value: 'uses', label: 'Most used first' },
];

interface FiltersProps {
  state: ListState;
  change: (changes: Partial<ListState>, how?: { history: 'push' | 'replace' }) => void;
}

export function SkillFilters({ state, change }: FiltersProps) {
  const { status, tag, text, pinned, order } = state;
  const narrowed = status !== '' || tag !== '' || text !== '' || pinned !== '';
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
      <TypedFilter
        label="Find by name, description or id"
        value={text}
        onValue={(typed) => change({ text: typed }, { history: 'replace' })}
        className="w-full md:w-72"
        focusable={true}
      />
      <Select
        label="Status"
        hideLabel={true}
        value={status}
        options={STATUS_OPTIONS}
        onValueChange={(value) => change({ status: SKILL_STATUSES.find((known) => known === value) ?? '' })}
        className="w-36 max-md:flex-1 max-md:basis-32"
      />
      <TypedFilter
        label="Tag"
        value={tag}
        onValue={(typed) => change({ tag: typed }, { history: 'replace' })}
        className="w-32 max-md:flex-1 max-md:basis-32"
      />
      <Checkbox
        label="Pinned"
        checked={pinned === 'yes'}
        onCheckedChange={(on) => change({ pinned: on ? 'yes' : '' })}
      />
      {narrowed ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => change({ status: '', tag: '', text: '', pinned: '' })}
        >
          Clear filters
        </Button>
      ) : null}
      <Select
        label="Order"
        hideLabel={true}
        value={order}
        options={ORDER_OPTIONS}
        onValueChange={(value) => change({ order: value === 'success' || value === 'uses' ? value : 'name' })}
        className="w-48 max-md:w-full md:ml-auto"
      />
    </search>
  );
}
