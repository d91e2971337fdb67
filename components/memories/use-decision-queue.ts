'use client';

/** Decide and advance over rows that wait for somebody: which one is chosen, and the keys that lead on. */
import { useState } from 'react';
import { useShortcut } from '../keyboard/registry.ts';
import { useAllowed } from '../shell/viewer.ts';
import type { Selection } from '../ui/layout/use-selection.ts';

export interface Choice {
  id: string;
  pick: (id: string) => void;
}

/** The queue over `rows`, whose elements have ids of `prefix` and the row's. Those that are decided leave at once. */
export function useDecisionQueue<Row extends { id: string }>(
  rows: readonly Row[],
  { id, pick }: Choice,
  prefix: string,
) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const waiting = rows.filter((row) => !decided.has(row.id));
  const found = waiting.findIndex((row) => row.id === id);
  const place = Math.max(0, found);
  const chosen = waiting[place];
  const beside = (by: number) => waiting[Math.min(waiting.length - 1, Math.max(0, place + by))];
  /** Focus follows the choice, once the row is drawn and a dialog has let go of the focus. */
  const focus = (row: Row) => setTimeout(() => document.getElementById(`${prefix}-${row.id}`)?.focus(), 0);
  const lead = (next: Row | undefined) => {
    pick(next?.id ?? '');
    if (next !== undefined) focus(next);
  };
  useShortcut('list.next', () => lead(beside(1)), { enabled: waiting.length > 1 });
  useShortcut('list.previous', () => lead(beside(-1)), { enabled: waiting.length > 1 });
  return {
    ...{ waiting, chosen, beside, lead, focus },
    /** Leads on from a row that is being decided. */
    advance(row: Row) {
      const at = waiting.indexOf(row);
      lead(waiting[at + 1] ?? waiting[at - 1]);
    },
    leave: (ids: readonly string[]) => setDecided((before) => new Set([...before, ...ids])),
    comeBack: (ids: readonly string[]) =>
      setDecided((before) => new Set([...before].filter((other) => !ids.includes(other)))),
  };
}

type Queue<Row extends { id: string }> = Pick<
  ReturnType<typeof useDecisionQueue<Row>>,
  'chosen' | 'beside' | 'lead'
>;

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
