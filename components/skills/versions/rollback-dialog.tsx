'use client';

/** Going back to an earlier version: says exactly what it does before it does it, and shows current → target. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { Select } from '../../ui/forms/field.tsx';
import { ErrorBlock } from '../../ui/layout/states.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { counted } from '../../ui/text/counted.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { SkillSummary } from '../wording.ts';
import { VersionsCompared } from './version-diff.tsx';

const MOST_COUNTED = 200;

interface RollbackProps {
  summary: SkillSummary;
  /** The version to begin with; another may be picked. */
  version: number;
  onClose: () => void;
}

export function RollbackDialog({ summary, version: wanted, onClose }: RollbackProps) {
  const { id, name, version: current } = summary;
  const [target, setTarget] = useState(Math.min(Math.max(wanted, 1), Math.max(current - 1, 1)));
  const rollback = useRollback(summary, target, onClose);
  const options = Array.from({ length: current - 1 }, (_, index) => String(current - 1 - index));
  return (
    <ConfirmDialog
      size="large"
      title={`Roll back ${name}`}
      description={`Creates v${current + 1} with the rules of v${target}. History and counters are kept.`}
      action={`Create v${current + 1} from v${target}`}
      busy={rollback.isPending}
      onConfirm={() => rollback.mutate({ skill_id: id, version: target })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Select
          label="Go back to"
          value={String(target)}
          options={options.map((value) => ({ value, label: `v${value}` }))}
          onValueChange={(value) => setTarget(Number(value))}
          className="w-40"
        />
        <Consequences summary={summary} />
        {rollback.error === null ? null : <ErrorBlock what="roll back" error={rollback.error} />}
        <h3 className="font-medium text-table">
          What changes from v{current} to v{target}
        </h3>
        <VersionsCompared id={id} from={current} to={target} />
      </div>
    </ConfirmDialog>
  );
}

function useRollback({ name }: SkillSummary, target: number, onClose: () => void) {
  const trpc = useTRPC();
  return useChange(trpc.skills.rollback, {
    stale: [trpc.skills, trpc.changesets],
    done: ({ version }) => ({
      title: `${name} is v${version} now`,
      detail: `It has the rules of v${target}.`,
      tone: 'good',
    }),
    failed: 'Not rolled back',
    onDone: onClose,
  });
}

function Consequences({ summary: { id, status, canary } }: { summary: SkillSummary }) {
  const trpc = useTRPC();
  const waiting = (tab: 'queued' | 'pending') => ({ tab, skillId: id, limit: MOST_COUNTED });
  const queued = useQuery(trpc.changesets.queue.queryOptions(waiting('queued')));
  const pending = useQuery(trpc.changesets.queue.queryOptions(waiting('pending')));
  const [behind, open] = [queued.data?.items.length ?? 0, pending.data?.items.length ?? 0];
  const said = [
    canary === null ? '' : 'The running canary is stopped and its changeset rejected.',
    behind === 0 ? '' : `${counted(behind, 'queued changeset becomes', 'queued changesets become')} failed.`,
    open === 0
      ? ''
      : `${counted(open, 'pending changeset stays', 'pending changesets stay')} pending and will fail if approved.`,
    status === 'stale' || status === 'archived' ? `The skill is ${status} and becomes active again.` : '',
  ].filter((sentence) => sentence !== '');
  if (said.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1 rounded-md bg-attention-soft py-2.5 pr-4 pl-8 text-attention text-table">
      {said.map((sentence) => (
        <li key={sentence} className="break-words">
          <LearnedText text={sentence} />
        </li>
      ))}
    </ul>
  );
}
