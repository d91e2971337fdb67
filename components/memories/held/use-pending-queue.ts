'use client';

/** Decide and advance over memories that wait for a reviewer: which one is chosen, its keys, and what a decision does. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, toCallError, useTRPC } from '../../api/trpc.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { useAllowed } from '../../shell/viewer.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import type { ListedMemory } from '../memories-state.ts';
import { type Choice, useDecisionQueue } from '../use-decision-queue.ts';
import { noteOwnChange } from '../use-memories.ts';
import { decidedText } from './held-plan.ts';

/** The queue over `rows`; those that the server refuses come back, and `refresh` reads them again. */
export function usePendingQueue(
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
