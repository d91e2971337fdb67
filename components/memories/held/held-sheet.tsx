'use client';

/** Decides on many held memories at once: first what would happen to each, then what did. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorBlock } from '../../ui/layout/states.tsx';
import { Sheet } from '../../ui/overlays/dialog-panel.tsx';
import { takeFocus } from '../../ui/overlays/return-focus.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { RedactedText } from '../../ui/text/learned-text.tsx';
import type { ListedMemory } from '../memories-state.ts';
import { noteOwnChange } from '../use-memories.ts';
import { decidedText, type Planned, planHeld, planSummary } from './held-plan.ts';

type Results = Outputs['memories']['decide'];

/** Sent together: few enough that their outcomes come in while the rest is decided. */
const TOGETHER = 5;

interface HeldSheetProps {
  approve: boolean;
  memories: readonly ListedMemory[];
  onDecided: (results: Results) => void;
  onClose: () => void;
}

export function HeldSheet({ approve, memories, onDecided, onClose }: HeldSheetProps) {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  const model = me.data !== undefined && me.data.settings.provider !== 'none';
  const { results, busy, ended, error, decide } = useBulk(approve, onDecided);
  const planned = planHeld(memories, { approve, model });
  const going = planned.filter(({ does }) => does !== null);
  const verb = approve ? 'Approve' : 'Reject';
  return (
    <Sheet
      open={true}
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={`${verb} ${memories.length === 1 ? '1 held memory' : `${memories.length} held memories`}`}
      description={
        approve
          ? 'Memories with safety findings must be decided individually and are left out.'
          : 'The rows are permanently deleted. Similar memories are unchanged.'
      }
      footer={
        ended ? (
          <Button ref={takeFocus} onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button
              ref={takeFocus}
              variant={approve ? 'primary' : 'danger-quiet'}
              loading={busy}
              disabled={going.length === 0}
              onClick={() => void decide(going)}
            >
              {verb} {going.length}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {error === null ? null : <ErrorBlock what={`${verb.toLowerCase()} them`} error={error} />}
        {ended ? null : <p className="font-medium">{planSummary(planned, approve)}</p>}
        <Rows planned={planned} results={results} />
      </div>
    </Sheet>
  );
}

function useBulk(approve: boolean, onDecided: (results: Results) => void) {
  const trpc = useTRPC();
  const announce = useAnnounce();
  const [results, setResults] = useState<Results>([]);
  const [ended, setEnded] = useState(false);
  const mutation = useMutation(trpc.memories.decide.mutationOptions());
  const send = async (going: readonly Planned[]) => {
    const all: Results = [];
    for (let start = 0; start < going.length; start += TOGETHER) {
      const decisions = going
        .slice(start, start + TOGETHER)
        .map(({ memory: { id, digest } }) => ({ id, expect: digest }));
      for (const { id } of decisions) noteOwnChange(id);
      const decided = await mutation.mutateAsync({ decisions, approve });
      all.push(...decided);
      setResults([...all]);
      onDecided(decided);
    }
    setEnded(true);
    announce(`${all.filter(({ status }) => status !== null).length} of ${all.length} decided`);
  };
  return {
    results,
    ended,
    busy: mutation.isPending,
    error: mutation.error,
    /** What failed as a whole is shown from the mutation's error. */
    decide: (going: readonly Planned[]) => send(going).catch(() => undefined),
  };
}

function Rows({ planned, results }: { planned: readonly Planned[]; results: Results }) {
  return (
    <ul aria-label="Outcomes" className="rounded-md border border-line">
      {planned.map(({ memory, does, left }) => {
        const result = results.find(({ id }) => id === memory.id);
        return (
          <li key={memory.id} className="flex flex-col gap-1 border-line border-b px-3 py-2 last:border-b-0">
            <span className="line-clamp-2 break-words text-table">
              <RedactedText text={memory.content} />
            </span>
            {result === undefined ? (
              <span className={left === null ? 'text-caption text-quiet' : 'text-attention text-caption'}>
                {left === null ? does : `Left out: ${left}`}
              </span>
            ) : (
              <span>
                <Badge tone={result.status === null ? 'danger' : 'good'} className="h-auto whitespace-normal">
                  {decidedText(result)}
                </Badge>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
