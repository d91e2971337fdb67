/** Filters of the queue besides its text. Loaded by the first press, it begins open. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed } from '../shell/viewer.ts';
import { Combobox } from '../ui/forms/combobox.tsx';
import { Select } from '../ui/forms/field.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { useAgent } from '../url/use-url-state.ts';
import { FINDINGS, RISKS, SOURCES } from './filter-options.ts';
import { REVIEW_STATE } from './review-state.ts';
import type { Review } from './use-review.ts';

type FilterProps = Pick<Review, 'state' | 'change'>;

const VALUES = REVIEW_STATE.fields;

export function FilterPopover({ trigger, ...props }: FilterProps & { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover label="Filters" align="end" open={open} onOpenChange={setOpen} trigger={trigger}>
      <FilterPanel {...props} />
    </Popover>
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
  const { data } = useQuery(
    trpc.skills.list.queryOptions({ agentId, order: 'name', limit: 200 }, { enabled: useAllowed('learn') }),
  );
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
