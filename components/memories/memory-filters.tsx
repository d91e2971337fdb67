/** What narrows the memories down; the agent is picked in the top bar. */
'use client';

import type { ReactNode } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { FilterFold } from '../ui/forms/filter-fold.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import {
  CAUSES,
  type ChangeMemories,
  isNarrowed,
  KINDS,
  type MemoriesState,
  STATUSES,
  tabOf,
  UNFILTERED,
} from './memories-state.ts';

interface FiltersProps {
  state: MemoriesState;
  change: ChangeMemories;
}

/** `children` are further filters of the tab. */
export function MemoryFilters({ state, change, children }: FiltersProps & { children?: ReactNode }) {
  const { text, user, kind, cause, status } = state;
  const set = [user, kind, tabOf(state) === 'held' ? cause : status].filter((value) => value !== '').length;
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
      <TypedFilter
        label="Search text"
        value={text}
        onValue={(typed) => change({ text: typed }, { history: 'replace' })}
        className="min-w-0 max-md:flex-1 max-md:basis-44 md:w-64"
        focusable={true}
      />
      <FilterFold set={set}>
        <TypedFilter
          label="User id (exact)"
          value={user}
          maxLength={256}
          onValue={(typed) => change({ user: typed }, { history: 'replace' })}
          className="w-full md:w-44"
        />
        <Select
          label="Kind"
          hideLabel={true}
          value={kind}
          options={KINDS}
          onValueChange={(picked) => change({ kind: picked })}
          className="w-36 max-md:flex-1"
        />
        {tabOf(state) === 'held' ? (
          <Select
            label="Reason"
            hideLabel={true}
            value={state.cause}
            options={CAUSES}
            onValueChange={(picked) => change({ cause: picked })}
            className="w-44 max-md:flex-1"
          />
        ) : (
          <Select
            label="Status"
            hideLabel={true}
            value={status}
            options={STATUSES}
            onValueChange={(picked) => change({ status: picked })}
            className="w-40 max-md:flex-1"
          />
        )}
        {children}
      </FilterFold>
      {isNarrowed({ ...state, tab: tabOf(state) }) ? (
        <Button size="small" variant="quiet" onClick={() => change(UNFILTERED)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
