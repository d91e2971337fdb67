/** What became of rows since the list was read, by this reviewer or by others, so that they are marked and stay in place. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import { type Decided, decidedWord, outcomeOf, type ReviewResult } from '../changesets/decision.ts';
import { useViewer } from '../shell/viewer.ts';
import type { QueueItem } from './review-state.ts';

/** `sure` once the server has confirmed it. */
export interface Verdict {
  text: string;
  sure: boolean;
  /** Whether it gave its skills a new version. */
  applied: boolean;
}

type Verdicts = ReadonlyMap<string, Verdict>;

/** The skills that got a new version since the rows were read: what still waits on them will fail. */
export function movedSkills(items: readonly QueueItem[], verdicts: Verdicts): Set<string> {
  const applied = items.filter(({ id }) => verdicts.get(id)?.applied);
  return new Set(applied.flatMap(({ skills }) => skills.flatMap(({ id }) => id ?? [])));
}

/** Most changesets of one message that are looked up. */
const MOST = 20;

const without = (before: Verdicts, id: string): Verdicts => {
  const next = new Map(before);
  next.delete(id);
  return next;
};

/** The verdicts by id; `note` takes a decision on its way, `settle` a result of one among many. */
export function useVerdicts(open: (id: string) => boolean) {
  const [verdicts, setVerdicts] = useState<Verdicts>(new Map());
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { actor } = useViewer();
  const put = useCallback(
    (id: string, verdict: Verdict) => setVerdicts((before) => new Map(before).set(id, verdict)),
    [],
  );
  const settle = useCallback(
    (result: ReviewResult) =>
      put(result.id, { text: outcomeOf(result), sure: true, applied: result.status === 'applied' }),
    [put],
  );
  /** What others did with a row that is shown as open. */
  const look = useCallback(
    async (id: string) => {
      const options = trpc.changesets.detail.queryOptions({ id });
      const { changeset } = await cache.fetchQuery({ ...options, staleTime: 0 });
      if (changeset.status === 'pending') return;
      const who = changeset.reviewer === actor ? 'you' : 'somebody else';
      const text = `${decidedWord(changeset.status, false)} by ${who}`;
      const verdict = { text, sure: true, applied: changeset.status === 'applied' };
      setVerdicts((before) => (before.get(id)?.sure ? before : new Map(before).set(id, verdict)));
    },
    [trpc, cache, actor],
  );
  const note = (decided: Decided) => {
    put(decided.id, { text: decided.promise, sure: false, applied: false });
    decided.settled.then(settle, (error: unknown) => {
      setVerdicts((before) => without(before, decided.id));
      if (faultOf(error).kind === 'conflict') void look(decided.id).catch(() => undefined);
    });
  };
  useLive((changes) => {
    const ids = changes.filter(({ type, id }) => type === 'changeset' && open(id)).slice(0, MOST);
    // Only marks rows: one that cannot be read keeps its look, and opening it will say why.
    for (const { id } of ids) void look(id).catch(() => undefined);
  });
  return { verdicts, note, settle };
}
