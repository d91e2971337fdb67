'use client';

/** Decide and advance over memories that wait for a reviewer: which one is chosen, its keys, and what a decision does. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, toCallError, useTRPC } from '../api/trpc.ts';
import { useShortcut } from '../keyboard/registry.ts';
import { useAllowed } from '../shell/viewer.ts';
import { useToast } from '../ui/overlays/toasts.ts';
import type { ListedMemory } from './memories-state.ts';
import { noteOwnChange } from './use-memories.ts';

interface Choice {
  id: string;
  pick: (id: string) => void;
}

/** The queue over `rows`; those decided here leave at once and come back where the server refuses. */
export function usePendingQueue(rows: readonly ListedMemory[], { id, pick }: Choice) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<ListedMemory | null>(null);
  const waiting = rows.filter((row) => !decided.has(row.id));
  const place = Math.max(
    0,
    waiting.findIndex((row) => row.id === id),
  );
  const chosen = waiting[place];
  const move = (by: number) => {
    const next = waiting[Math.min(waiting.length - 1, Math.max(0, place + by))];
    if (next === undefined) return;
    pick(next.id);
    focusCard(next.id);
  };
  const leave = (memory: ListedMemory) => {
    const at = waiting.indexOf(memory);
    const next = waiting[at + 1] ?? waiting[at - 1];
    setDecided((before) => new Set(before).add(memory.id));
    pick(next?.id ?? '');
    setAsked(null);
    if (next !== undefined) focusCard(next.id);
  };
  const comeBack = (memory: ListedMemory) =>
    setDecided((before) => new Set([...before].filter((other) => other !== memory.id)));
  const { approve, remove } = useDecisions({ leave, comeBack });
  const mayDecide = useAllowed('review') && chosen !== undefined;
  useShortcut('list.next', () => move(1), { enabled: waiting.length > 1 });
  useShortcut('list.previous', () => move(-1), { enabled: waiting.length > 1 });
  useShortcut('memory.delete', () => setAsked(chosen ?? null), { enabled: mayDecide });
  const keep = () => {
    setAsked(null);
    if (asked !== null) focusCard(asked.id);
  };
  return { waiting, chosen, choose: pick, approve, asked, ask: setAsked, keep, remove };
}

/** Focus follows the choice, once the card is drawn and a dialog has let go of the focus. */
function focusCard(id: string): void {
  setTimeout(() => document.getElementById(`held-${id}`)?.focus(), 0);
}

interface Moves {
  leave: (memory: ListedMemory) => void;
  comeBack: (memory: ListedMemory) => void;
}

function useDecisions({ leave, comeBack }: Moves) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const drop = () => {
    void cache.invalidateQueries({ queryKey: trpc.memories.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.overview.badges.pathKey() });
  };
  const refuse = (memory: ListedMemory, title: string) => (error: unknown) => {
    comeBack(memory);
    drop();
    toast({ title, detail: toCallError(error).detail, tone: 'danger' });
  };
  const approving = useMutation(trpc.memories.approve.mutationOptions());
  const removing = useMutation(trpc.memories.remove.mutationOptions());
  const approve = (memory: ListedMemory) => {
    noteOwnChange(memory.id);
    leave(memory);
    approving
      .mutateAsync({ memory_id: memory.id })
      .then(({ status }) => {
        const title = outcomeOf(status);
        toast({ title, tone: 'good' });
        drop();
      })
      .catch(refuse(memory, 'Could not approve the memory'));
  };
  const remove = (memory: ListedMemory) => {
    noteOwnChange(memory.id);
    leave(memory);
    removing
      .mutateAsync({ memory_id: memory.id })
      .then(() => {
        toast({ title: 'Memory deleted' });
        drop();
      })
      .catch(refuse(memory, 'Could not delete the memory'));
  };
  return { approve, remove };
}

function outcomeOf(status: Outputs['memories']['approve']['status']): string {
  if (status === 'superseded') return 'Approved: a believed memory already says it';
  return status === 'active' ? 'Approved: believed from now on' : `Approved: now ${status}`;
}
