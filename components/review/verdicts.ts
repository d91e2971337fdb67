'use client';

/** What became of rows that this tab decided, until the list is read again. */
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { type Decided, outcomeOf, type ReviewResult } from '../changesets/decide/decision.ts';
import { onTakenBack, useTakenBack } from '../changesets/decide/use-undo.ts';
import { createStore, useStore } from '../ui/overlays/toasts.ts';

/** `sure` once the server has confirmed it. */
export interface RowDecision {
  text: string;
  sure: boolean;
}

/** Outlives the list: a changeset may be decided on its own page, in the list's order. */
const known = createStore<ReadonlyMap<string, RowDecision>>(new Map());

const put = (id: string, verdict: RowDecision) => known.set(new Map(known.get()).set(id, verdict));

function record(result: ReviewResult): void {
  put(result.id, { text: outcomeOf(result), sure: true });
}

function forget(ids: readonly string[]): void {
  known.set(new Map([...known.get()].filter(([one]) => !ids.includes(one))));
}

// Also while no list is shown: the row is open again when it comes back.
onTakenBack(forget);

/** The verdicts by id; `note` takes a decision on its way, `record` a result of one among many. */
export function useVerdicts() {
  const verdicts = useStore(known);
  const trpc = useTRPC();
  const cache = useQueryClient();
  // What is on its way was read before the decision was undone.
  useTakenBack((ids) => {
    for (const id of ids) void cache.cancelQueries(trpc.changesets.detail.queryFilter({ id }));
  });
  const note = ({ id, promise, answer }: Decided) => {
    put(id, { text: promise, sure: false });
    answer.then(record, () => forget([id]));
  };
  return { verdicts, note, record };
}
