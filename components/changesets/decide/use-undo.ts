'use client';

/** Undoes decisions: applied changes are removed by a new version. A canary runs on, and a created skill stays. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { toCallError, useTRPC, useTRPCClient } from '../../api/trpc.ts';
import { createStore, useToast } from '../../ui/overlays/toasts.ts';
import { canUndo, type ReviewResult } from './decision.ts';
import { type DecisionSubject, type Undo, useReportDecision } from './last-decision.ts';

/** Ids of what was taken back last, for all who keep what became of it. */
const takenBack = createStore<readonly string[]>([]);

/** Calls `listener` with the ids of decisions that were taken back; returns how to stop that. */
export function onTakenBack(listener: (ids: readonly string[]) => void): () => void {
  return takenBack.subscribe(() => listener(takenBack.get()));
}

/** As {@link onTakenBack}, while the component is mounted. */
export function useTakenBack(listener: (ids: readonly string[]) => void): void {
  const run = useEffectEvent(listener);
  useEffect(() => onTakenBack((ids) => run(ids)), []);
}

/** A decision changes its changeset, the counts, and what approving others would do. */
export function useRefreshDecided(): () => void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: trpc.changesets.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.overview.badges.pathKey() });
  };
}

/** Makes the way back from decisions, `about` what they were on; empty where none of them has one. */
export function useUndo(): (results: readonly ReviewResult[], about: DecisionSubject) => { undo?: Undo } {
  const takeBack = useTakeBack();
  return (results, about) => {
    const ids = results.filter(canUndo).map(({ id }) => id);
    return ids.length === 0 ? {} : { undo: { label: 'Undo', run: () => void takeBack(ids, about) } };
  };
}

/** As many ids as one call takes. */
const AT_ONCE = 100;

function useTakeBack(): (ids: readonly string[], about: DecisionSubject) => Promise<void> {
  const client = useTRPCClient();
  const report = useReportDecision();
  const toast = useToast();
  const refresh = useRefreshDecided();
  const refuse = (detail: string) => toast({ title: 'Could not undo', detail, tone: 'danger' });
  const send = async (ids: readonly string[]) => {
    const all: Awaited<ReturnType<typeof client.changesets.undo.mutate>> = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      all.push(...(await client.changesets.undo.mutate({ ids: ids.slice(start, start + AT_ONCE) })));
    }
    return all;
  };
  return async (ids, about) => {
    try {
      const all = await send(ids);
      const undone = all.filter(({ fault }) => fault === null).map(({ id }) => id);
      const [refused] = all.flatMap(({ fault }) => fault ?? []);
      if (undone.length > 0) {
        takenBack.set(undone);
        const title =
          undone.length === 1 ? 'Pending review again' : `${undone.length} are pending review again`;
        report({ ...about, title, tone: 'plain' });
      }
      if (refused !== undefined) refuse(refused.detail);
    } catch (error) {
      refuse(toCallError(error).detail);
    }
    refresh();
  };
}
