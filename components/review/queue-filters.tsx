/** Filters and order of the queue: a text field, the rest in a panel, and what is set as chips. */
'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button, type ButtonProps } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { ListFilter, X } from '../ui/generated/icons.tsx';
import { filtersSet, NO_FILTER, ordersOf, REVIEW_STATE } from './review-state.ts';
import type { Review } from './use-review.ts';

const load = () => import('./filter-popover.tsx').then((m) => m.FilterPopover);
const FilterPopover = dynamic(load, { ssr: false });

type FilterProps = Pick<Review, 'state' | 'change'>;

const VALUES = REVIEW_STATE.fields;

export function QueueFilters({ state, change }: FilterProps) {
  const [used, setUsed] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TypedFilter
        label="Search"
        value={state.text}
        onValue={(text) => change({ text, id: '' }, { history: 'replace' })}
        focusable={true}
        className="min-w-0 flex-1 basis-28"
      />
      {used ? (
        <FilterPopover state={state} change={change} trigger={<FilterButton state={state} />} />
      ) : (
        // The button stands until what it opens is there, so that nothing jumps.
        <FilterButton
          state={state}
          onClick={() => void load().then(() => setUsed(true))}
          onPointerEnter={() => void load()}
        />
      )}
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

/** Says how many filters are set. */
function FilterButton({ state, ...rest }: ButtonProps & Pick<Review, 'state'>) {
  const set = filtersSet({ ...state, text: '' });
  return (
    <Button aria-haspopup="dialog" aria-expanded={false} {...rest}>
      <ListFilter aria-hidden="true" />
      {set === 0 ? 'Filter' : `Filter (${set})`}
    </Button>
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
      <Button size="small" variant="quiet" onClick={() => change(NO_FILTER)}>
        Clear
      </Button>
    </div>
  );
}
