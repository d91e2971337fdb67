'use client';

/** What became of rows since the list was read, so that they are marked and stay in place. */
import { useQueryClient } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import { type Decided, decidedWord, outcomeOf, type ReviewResult } from '../changesets/decide/decision.ts';
import { onTakenBack, useTakenBack } from '../changesets/decide/use-undo.ts';
import { useViewer } from '../shell/viewer.ts';
import { createStore, useStore } from '../ui/overlays/toasts.ts';
import type { QueueItem } from './review-state.ts';

/** `sure` once the server has confirmed it. */
export interface RowDecision {
  text: string;
  sure: boolean;
  /** What it became; null while that is on its way. */
  status: ReviewResult['status'] | null;
}

type RowDecisions = ReadonlyMap<string, RowDecision>;

/** The skills that a decision since the rows were read has brought to `status`. */
export function skillsBrought(
  status: 'applied' | 'canary',
  items: readonly QueueItem[],
  verdicts: RowDecisions,
): Set<string> {
  const brought = items.filter(({ id }) => verdicts.get(id)?.status === status);
  return new Set(brought.flatMap(({ skills }) => skills.flatMap(({ id }) => id ?? [])));
}

/** Most changesets of one message that are looked up. */
const MOST = 20;

/** Outlives the list: a changeset may be decided on its own page, in the list's order. */
const known = createStore<RowDecisions>(new Map());

const put = (id: string, verdict: RowDecision) => known.set(new Map(known.get()).set(id, verdict));

function record(result: ReviewResult): void {
  put(result.id, { text: outcomeOf(result), sure: true, status: result.status });
}

function forget(ids: readonly string[]): void {
  known.set(new Map([...known.get()].filter(([one]) => !ids.includes(one))));
}

// Also while no list is shown: the row is open again when it comes back.
onTakenBack(forget);

/** The verdicts by id; `note` takes a decision on its way, `record` a result of one among many. */
export function useVerdicts(open: (id: string) => boolean) {
  const verdicts = useStore(known);
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { actor } = useViewer();
  /** What others did with a row that is shown as open. */
  const look = async (id: string) => {
    const options = trpc.changesets.detail.queryOptions({ id });
    const { changeset } = await cache.fetchQuery({ ...options, staleTime: 0 });
    if (changeset.status === 'pending' || known.get().get(id)?.sure) return;
    const who = changeset.reviewer === actor ? 'you' : 'somebody else';
    put(id, {
      text: `${decidedWord(changeset.status, false)} by ${who}`,
      sure: true,
      status: changeset.status,
    });
  };
  // What is on its way was read before the decision was undone.
  useTakenBack((ids) => {
    for (const id of ids) void cache.cancelQueries(trpc.changesets.detail.queryFilter({ id }));
  });
  const note = (decided: Decided) => {
    put(decided.id, { text: decided.promise, sure: false, status: null });
    decided.answer.then(record, (error: unknown) => {
      forget([decided.id]);
      if (toCallError(error).kind === 'conflict') void look(decided.id).catch(() => undefined);
    });
  };
  useLive((changes) => {
    const ids = changes.filter(({ type, id }) => type === 'changeset' && open(id)).slice(0, MOST);
    // Only marks rows: one that cannot be read keeps its look, and opening it will say why.
    for (const { id } of ids) void look(id).catch(() => undefined);
  });
  return { verdicts, note, record };
}
