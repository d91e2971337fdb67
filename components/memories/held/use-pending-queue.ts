'use client';

/** Decide and advance over memories that wait for a reviewer: which one is chosen, its keys, and what a decision does. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, toCallError, useTRPC } from '../../api/trpc.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { useAllowed } from '../../shell/viewer.ts';
import type { Selection } from '../../ui/layout/use-selection.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import type { ListedMemory } from '../memories-state.ts';
import { noteOwnChange } from '../use-memories.ts';
import { decidedText } from './held-plan.ts';

interface Choice {
  id: string;
  pick: (id: string) => void;
  /** Reads the rows again: what was refused is shown as it is now. */
  refresh: () => void;
}

/** The queue over `rows`; those decided here leave at once and come back where the server refuses. */
export function usePendingQueue(rows: readonly ListedMemory[], { id, pick, refresh }: Choice) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<ListedMemory | null>(null);
  const waiting = rows.filter((row) => !decided.has(row.id));
  const place = Math.max(
    0,
    waiting.findIndex((row) => row.id === id),
  );
  const chosen = waiting[place];
  const beside = (by: number) => waiting[Math.min(waiting.length - 1, Math.max(0, place + by))];
  const lead = (next: ListedMemory | undefined) => {
    pick(next?.id ?? '');
    if (next !== undefined) focusRow(next.id);
  };
  const leave = (memory: ListedMemory) => {
    const at = waiting.indexOf(memory);
    setDecided((before) => new Set(before).add(memory.id));
    setAsked(null);
    lead(waiting[at + 1] ?? waiting[at - 1]);
  };
  const comeBack = (memory: ListedMemory) => {
    setDecided((before) => new Set([...before].filter((other) => other !== memory.id)));
    refresh();
  };
  const told = (results: Outputs['memories']['decide']) =>
    setDecided((before) => {
      const done = results.filter(({ status }) => status !== null);
      return new Set([...before, ...done.map((one) => one.id)]);
    });
  const decide = useDecision({ leave, comeBack });
  const mayDecide = useAllowed('review') && chosen !== undefined;
  useShortcut('list.next', () => lead(beside(1)), { enabled: waiting.length > 1 });
  useShortcut('list.previous', () => lead(beside(-1)), { enabled: waiting.length > 1 });
  useShortcut('memory.reject', () => setAsked(chosen ?? null), { enabled: mayDecide });
  const keep = () => {
    setAsked(null);
    if (asked !== null) focusRow(asked.id);
  };
  const approve = (memory: ListedMemory) => decide(memory, true);
  const reject = (memory: ListedMemory) => decide(memory, false);
  return { waiting, chosen, beside, lead, told, approve, asked, ask: setAsked, keep, reject };
}

interface Queue<Row extends { id: string }> {
  chosen: Row | undefined;
  beside: (by: number) => Row | undefined;
  lead: (next: Row | undefined) => void;
}

/** The keys that tick rows and decide on what is ticked. */
export function useBulkKeys<Row extends { id: string }>(
  { chosen, beside, lead }: Queue<Row>,
  selection: Selection,
  begin: (approve: boolean) => void,
): void {
  const some = chosen !== undefined;
  const may = useAllowed('review') && selection.selected.length > 0;
  const extend = (by: number) => {
    const next = beside(by);
    if (chosen === undefined || next === undefined) return;
    selection.set(chosen.id, true);
    selection.set(next.id, true);
    lead(next);
  };
  useShortcut('list.select', () => chosen !== undefined && selection.toggle(chosen.id), { enabled: some });
  useShortcut('list.extend-next', () => extend(1), { enabled: some });
  useShortcut('list.extend-previous', () => extend(-1), { enabled: some });
  useShortcut('list.approve', () => begin(true), { enabled: may });
  useShortcut('list.reject', () => begin(false), { enabled: may });
}

/** Focus follows the choice, once the row is drawn and a dialog has let go of the focus. */
function focusRow(id: string): void {
  setTimeout(() => document.getElementById(`held-${id}`)?.focus(), 0);
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
