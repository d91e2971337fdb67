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
import { REVIEW_STATE } from './review-state.ts';
import type { Review } from './use-review.ts';

type FilterProps = Pick<Review, 'state' | 'change'>;

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
        onValueChange={(risk) => change({ risk: REVIEW_STATE.risk.parse(risk) ?? '', id: '' })}
      />
      <Select
        label="Source"
        value={state.source}
        options={SOURCES}
        onValueChange={(source) => change({ source: REVIEW_STATE.source.parse(source) ?? '', id: '' })}
      />
      <Select
        label="Findings"
        value={state.finding}
        options={FINDINGS}
        onValueChange={(finding) => change({ finding: REVIEW_STATE.finding.parse(finding) ?? '', id: '' })}
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

/** What the filters of the queue offer, in words. Loaded with their panel. */
const any = (label: string) => ({ value: '', label });
const plain = (value: string) => ({ value, label: value });

const SOURCES = [
  any('Any source'),
  ...['reflection', 'evolution', 'curation', 'import'].map(plain),
  { value: 'api', label: 'written by a person' },
];
const RISKS = [any('Any risk'), ...['low', 'medium', 'high'].map(plain)];
const FINDINGS = [any('Any findings'), ...['secret', 'injection', 'size', 'model', 'lint'].map(plain)];
