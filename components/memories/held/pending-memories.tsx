'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
/** The memories that wait for a reviewer, one row each; a decision moves on to the next. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type Inputs, type Outputs, toCallError, useTRPC } from '../../api/trpc.ts';
import { useScanSpans } from '../../changesets/preview/scan-spans.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { useAllowed } from '../../shell/viewer.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState, Loading, LoadMore, NoMatches } from '../../ui/layout/states.tsx';
import { useSelection } from '../../ui/layout/use-selection.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useToast } from '../../ui/overlays/toasts.ts';
import { FindingSpansContext } from '../../ui/text/finding-spans.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { ChangedBar } from '../all-memories.tsx';
import {
  type ChangeMemories,
  isNarrowed,
  type ListedMemory,
  type MemoriesState,
  UNFILTERED,
} from '../memories-state.ts';
import { MemoryFilters } from '../memory-filters.tsx';
import { type Choice, useBulkKeys, useDecisionQueue } from '../use-decision-queue.ts';
import { noteOwnChange, useMemories } from '../use-memories.ts';
import { decidedText } from './held-plan.ts';
import { HeldRow } from './held-row.tsx';
import { SelectionBar } from './selection-bar.tsx';

const HeldSheet = dynamic(() => import('./held-sheet.tsx').then((m) => m.HeldSheet), {
  ssr: false,
});

interface PendingMemoriesProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

export function PendingMemories(props: PendingMemoriesProps) {
  return (
    <Card flush={true}>
      <MemoryFilters {...props} />
      <FindingSpansContext value={useScanSpans(true)}>
        <Held {...props} />
      </FindingSpansContext>
    </Card>
  );
}

function inputOf(agentId: string | null, { text, user, kind, cause }: MemoriesState) {
  const input: NonNullable<Inputs['memories']['list']> = {
    agentId,
    statuses: ['pending'],
    text,
    userId: user === '' ? null : user,
    kind: kind === '' ? null : kind,
    cause: cause === '' ? null : cause,
  };
  return input;
}

function Held({ agentId, state, change }: PendingMemoriesProps) {
  const { list, rows, changed, refresh } = useMemories(inputOf(agentId, state));
  const pick = (id: string) => change({ id }, { history: 'replace' });
  const queue = usePendingQueue(rows, { id: state.id, pick, refresh });
  const selection = useSelection((id) => queue.waiting.some((memory) => memory.id === id));
  const [bulk, setBulk] = useState<{ approve: boolean; memories: readonly ListedMemory[] } | null>(null);
  const begin = (approve: boolean) =>
    setBulk({ approve, memories: queue.waiting.filter(({ id }) => selection.has(id)) });
  useBulkKeys(queue, selection, begin);
  if (list.data === undefined)
    return <Loading query={list} what="the held memories" count={6} inset={true} />;
  const isEmpty = queue.waiting.length === 0 && !list.hasNextPage;
  return (
    <>
      {changed ? <ChangedBar onShow={refresh} /> : null}
      {isEmpty ? (
        <NothingHeld state={state} change={change} />
      ) : (
        <ul aria-label="Held memories">
          {queue.waiting.map((memory) => (
            <HeldRow
              key={memory.id}
              memory={memory}
              chosen={memory.id === queue.chosen?.id}
              ticked={selection.has(memory.id)}
              onTick={(on) => selection.set(memory.id, on)}
              onChoose={() => pick(memory.id)}
              onApprove={() => queue.approve(memory)}
              onReject={() => queue.ask(memory)}
            />
          ))}
        </ul>
      )}
      <SelectionBar
        selection={selection}
        selectable={queue.waiting}
        labels={['Reject', 'Approve']}
        onDecide={begin}
      />
      {isEmpty ? null : <LoadMore list={list} shown={queue.waiting.length} noun="held" plural="held" />}
      <RejectDialog memory={queue.asked} onKeep={queue.keep} onReject={queue.reject} />
      {bulk === null ? null : (
        <HeldSheet
          {...bulk}
          onDecided={queue.told}
          onClose={() => {
            setBulk(null);
            selection.clear();
            refresh();
          }}
        />
      )}
    </>
  );
}

function NothingHeld({ state, change }: Omit<PendingMemoriesProps, 'agentId'>) {
  if (isNarrowed(state)) return <NoMatches plural="held memories" onClear={() => change(UNFILTERED)} />;
  return (
    <EmptyState
      title="No held memories"
      action={<Button onClick={() => change({ tab: 'all', id: '' })}>Browse memories</Button>}
    >
      Memories are held here if the safety scan has findings, policy requires a review, or a similar memory
      exists and no model could reconcile the two.
    </EmptyState>
  );
}

interface RejectProps {
  /** The memory in question; null keeps the dialog closed. */
  memory: ListedMemory | null;
  /** Called where the memory stays. */
  onKeep: () => void;
  onReject: (memory: ListedMemory) => void;
}

/** Asks before a memory is deleted, and says how far that reaches. */
function RejectDialog({ memory, onKeep, onReject }: RejectProps) {
  return (
    <ConfirmDialog
      open={memory !== null}
      size="small"
      title="Reject this memory?"
      description="Only this row is permanently deleted. Earlier versions it replaced are separate rows and remain."
      cancel="Keep it"
      action="Reject and delete"
      variant="danger-quiet"
      focused={true}
      onConfirm={() => (memory === null ? undefined : onReject(memory))}
      onClose={onKeep}
    >
      <LearnedText
        as="p"
        text={memory?.content ?? ''}
        className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-table"
      />
    </ConfirmDialog>
  );
}

// Decide and advance over memories that wait for a reviewer: which one is chosen, its keys, and what a
// decision does.

/** The queue over `rows`; those that the server refuses come back, and `refresh` reads them again. */
function usePendingQueue(
  rows: readonly ListedMemory[],
  { refresh, ...choice }: Choice & { refresh: () => void },
) {
  const [asked, setAsked] = useState<ListedMemory | null>(null);
  const queue = useDecisionQueue(rows, choice, 'held');
  const { chosen } = queue;
  const decide = useDecision({
    leave(memory) {
      queue.leave([memory.id]);
      setAsked(null);
      queue.advance(memory);
    },
    comeBack(memory) {
      queue.comeBack([memory.id]);
      refresh();
    },
  });
  const told = (results: Outputs['memories']['decide']) =>
    queue.leave(results.filter(({ status }) => status !== null).map(({ id }) => id));
  const mayDecide = useAllowed('review') && chosen !== undefined;
  useShortcut('memory.reject', () => setAsked(chosen ?? null), { enabled: mayDecide });
  const keep = () => {
    setAsked(null);
    if (asked !== null) queue.focus(asked);
  };
  const approve = (memory: ListedMemory) => decide(memory, true);
  const reject = (memory: ListedMemory) => decide(memory, false);
  return { ...queue, told, approve, asked, ask: setAsked, keep, reject };
}

interface Moves {
  leave: (memory: ListedMemory) => void;
  comeBack: (memory: ListedMemory) => void;
}

function useDecision({ leave, comeBack }: Moves) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const deciding = useMutation(trpc.memories.decide.mutationOptions());
  return (memory: ListedMemory, approve: boolean) => {
    noteOwnChange(memory.id);
    leave(memory);
    const refuse = (detail: string) => {
      comeBack(memory);
      toast({
        title: `Could not ${approve ? 'approve' : 'reject'} the memory`,
        detail,
        tone: 'danger',
      });
    };
    deciding
      .mutateAsync({ decisions: [{ id: memory.id, expect: memory.digest }], approve, alone: true })
      .then(([result]) => {
        if (result === undefined || result.status === null) return refuse(result?.fault?.detail ?? '');
        toast({ title: decidedText(result), ...(approve ? { tone: 'good' } : {}) });
      })
      .catch((error: unknown) => refuse(toCallError(error).detail))
      .finally(() => {
        void cache.invalidateQueries({ queryKey: trpc.memories.pathKey() });
        void cache.invalidateQueries({ queryKey: trpc.overview.badges.pathKey() });
      });
  };
}
