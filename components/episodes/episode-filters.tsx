/** What narrows the episodes down; the agent is picked in the top bar. */
'use client';

import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { TypedFilter } from '../ui/typed-filter.tsx';
import {
  type ChangeEpisodes,
  type EpisodesState,
  HOLDOUTS,
  isFiltered,
  OUTCOMES,
  REFLECTIONS,
  UNFILTERED,
} from './episodes-state.ts';

interface FiltersProps {
  state: EpisodesState;
  change: ChangeEpisodes;
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
}

/** The choice of that value; the first, which is "any", where there is none. */
function chosen<Value extends string>(choices: readonly Choice<Value>[], value: string): Value | undefined {
  return (choices.find((choice) => choice.value === value) ?? choices[0])?.value;
}

export function EpisodeFilters({ state, change }: FiltersProps) {
  const { text, outcome, user, session, holdout, reflected } = state;
  const typing = { history: 'replace' } as const;
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
      <TypedFilter
        label="Find in the task"
        value={text}
        onValue={(typed) => change({ text: typed }, typing)}
        className="w-full md:w-60"
        focusable={true}
      />
      <Select
        label="Outcome"
        hideLabel={true}
        value={outcome}
        options={OUTCOMES}
        onValueChange={(value) => change({ outcome: chosen(OUTCOMES, value) ?? '' })}
        className="w-36 max-md:flex-1"
      />
      <TypedFilter
        label="User id, exactly"
        value={user}
        maxLength={256}
        onValue={(typed) => change({ user: typed }, typing)}
        className="w-36 max-md:flex-1"
      />
      <TypedFilter
        label="Session, exactly"
        value={session}
        maxLength={256}
        onValue={(typed) => change({ session: typed }, typing)}
        className="w-36 max-md:w-full"
      />
      <Select
        label="Holdout"
        hideLabel={true}
        value={holdout}
        options={HOLDOUTS}
        onValueChange={(value) => change({ holdout: chosen(HOLDOUTS, value) ?? '' })}
        className="w-38 max-md:flex-1"
      />
      <Select
        label="Reflection"
        hideLabel={true}
        value={reflected}
        options={REFLECTIONS}
        onValueChange={(value) => change({ reflected: chosen(REFLECTIONS, value) ?? '' })}
        className="w-44 max-md:flex-1"
      />
      {isFiltered(state) ? (
        <Button size="small" variant="quiet" onClick={() => change(UNFILTERED)}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
