/** Filters of the queue besides its text. Loaded by the first press, it begins open. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { sourceRef } from '../../server/domain/trust/source-names.ts';
import { useTRPC } from '../api/trpc.ts';
import { nameOfRef } from '../changesets/sources/source-words.ts';
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
        label="Proposed by"
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
      <SourceFilter state={state} change={change} />
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

/** The sources for which changes wait, those first that hold most. */
function SourceFilter({ state: { learned }, change }: FilterProps) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data = [] } = useQuery(trpc.changesets.waitingBySource.queryOptions({ agentId }));
  const waiting = new Map<string, number>();
  for (const source of data) {
    const ref = sourceRef(source);
    waiting.set(ref, (waiting.get(ref) ?? 0) + source.waiting);
  }
  if (learned !== '' && !waiting.has(learned)) waiting.set(learned, 0);
  const options = [...waiting].map(([ref, count]) => ({
    ...{ value: ref, label: nameOfRef(ref), note: `${count} waiting` },
  }));
  return (
    <Combobox
      label="Learned from"
      value={learned}
      options={[{ value: '', label: 'Any source' }, ...options]}
      onValueChange={(ref) => change({ learned: REVIEW_STATE.learned.parse(ref) ?? '', id: '' })}
    />
  );
}

/** What the filters of the queue offer, in words. Loaded with their panel. */
const any = (label: string) => ({ value: '', label });
const plain = (value: string) => ({ value, label: value });

const SOURCES = [
  any('Anyone'),
  ...['reflection', 'evolution', 'curation', 'import'].map(plain),
  { value: 'api', label: 'written by a person' },
];
const RISKS = [any('Any risk'), ...['low', 'medium', 'high'].map(plain)];
const FINDINGS = [any('Any findings'), ...['secret', 'injection', 'size', 'model', 'lint'].map(plain)];
