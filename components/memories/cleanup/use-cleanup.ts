'use client';

/** The suggestions as a queue: decide and advance, many at once, and the way back for ten seconds. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CleanupAction, SUGGESTIONS_MAX } from '../../../server/domain/memories/suggestion.ts';
import { UNDO_OFFERED_MS } from '../../../server/domain/skills/changesets/status.ts';
import { refusalText } from '../../api/refusal.ts';
import { type Inputs, PAGED, useTRPC } from '../../api/trpc.ts';
import type { UndoOffer } from '../../changesets/decide/last-decision.ts';
import { useAnnounce, useShortcut } from '../../keyboard/registry.ts';
import { useAllowed } from '../../shell/viewer.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import { asSentence } from '../../ui/text/counted.ts';
import { type Choice, useDecisionQueue } from '../use-decision-queue.ts';
import { noteOwnChange } from '../use-memories.ts';
import { doneText, type Results, type Suggestion } from './cleanup-words.ts';

const PAGE = 50;

/** The last decision, with its undo while that is offered. */
export interface CleanupResult {
  title: string;
  /** Why some were refused; null where none was. */
  refused: string | null;
  offer: UndoOffer | null;
}

export function useCleanup(
  input: Omit<NonNullable<Inputs['memories']['suggestions']>, 'cursor' | 'limit'>,
  choice: Choice,
) {
  const trpc = useTRPC();
  const list = useInfiniteQuery(
    trpc.memories.suggestions.infiniteQueryOptions({ ...input, limit: PAGE }, PAGED),
  );
  const queue = useDecisionQueue(list.data?.pages.flatMap(({ items }) => items) ?? [], choice, 'suggestion');
  const { chosen } = queue;
  const { result, decide, undo } = useDecisions({
    leave: queue.leave,
    comeBack(ids) {
      queue.comeBack(ids);
      void list.refetch();
    },
  });
  const decideOne = (suggestion: Suggestion, action: CleanupAction) => {
    queue.advance(suggestion);
    void decide([{ suggestion, action }]);
  };
  const may = useAllowed('review') && chosen !== undefined;
  useShortcut('cleanup.apply', () => chosen && decideOne(chosen, chosen.action), { enabled: may });
  useShortcut('cleanup.other', () => chosen && decideOne(chosen, chosen.alternative), { enabled: may });
  useShortcut('change.undo', () => undo?.(), { enabled: undo !== null });
  return { ...queue, list, result, decide, decideOne };
}

interface Moves {
  leave: (ids: readonly string[]) => void;
  comeBack: (ids: readonly string[]) => void;
}

interface Decision {
  suggestion: Suggestion;
  action: CleanupAction;
}

function useDecisions({ leave, comeBack }: Moves) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const announce = useAnnounce();
  const sending = useMutation(trpc.memories.decideSuggestions.mutationOptions());
  const [result, setResult] = useState<CleanupResult | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (next: CleanupResult) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResult(null), UNDO_OFFERED_MS);
    setResult(next);
    announce(next.title);
  };
  const refreshCounts = () => {
    for (const noun of ['counts', 'suggestionCounts', 'chain', 'list'] as const) {
      void cache.invalidateQueries({ queryKey: trpc.memories[noun].pathKey() });
    }
  };
  const refusal = (results: Results) => {
    const fault = results.find((result) => result.fault !== null)?.fault ?? null;
    return fault === null ? null : asSentence(fault.detail);
  };
  const send = async (decisions: Inputs['memories']['decideSuggestions']['decisions']) => {
    const results: Results = [];
    for (let start = 0; start < decisions.length; start += SUGGESTIONS_MAX) {
      const some = decisions.slice(start, start + SUGGESTIONS_MAX);
      results.push(...(await sending.mutateAsync({ decisions: some })));
    }
    return results;
  };
  const takeBack = async (ids: readonly string[]) => {
    try {
      const results = await send(ids.map((id) => ({ id, action: 'undo' as const })));
      const undone = results.filter(({ status }) => status !== null).map(({ id }) => id);
      comeBack(undone);
      const title = undone.length === 1 ? 'Undone' : `${undone.length} undone`;
      report({ title, refused: refusal(results), offer: null });
    } catch (error) {
      toast({ title: 'Could not undo', detail: refusalText(error), tone: 'danger' });
    }
    refreshCounts();
  };
  const decide = async (decisions: readonly Decision[]) => {
    const ids = decisions.map(({ suggestion }) => suggestion.id);
    for (const { suggestion } of decisions) noteOwnChange(suggestion.memory.id);
    leave(ids);
    try {
      const results = await send(
        decisions.map(({ suggestion: { id, digest }, action }) => ({ id, action, digest })),
      );
      const done = results.filter(({ status }) => status !== null).map(({ id }) => id);
      comeBackRefused(results, comeBack);
      const actions = new Set(decisions.map(({ action }) => action));
      const title = doneText(results, actions.size === 1 ? (decisions[0]?.action ?? null) : null);
      const undo = { label: 'Undo', run: () => void takeBack(done) };
      const offer = done.length === 0 ? null : { undo, until: Date.now() + UNDO_OFFERED_MS };
      report({ title, refused: refusal(results), offer });
    } catch (error) {
      comeBack(ids);
      toast({ title: 'Could not clean up', detail: refusalText(error), tone: 'danger' });
    }
    refreshCounts();
  };
  return { result, decide, undo: result?.offer?.undo.run ?? null };
}

/** What was refused is shown again, as it is now. */
function comeBackRefused(results: Results, comeBack: Moves['comeBack']): void {
  const refused = results.filter(({ status }) => status === null).map(({ id }) => id);
  if (refused.length > 0) comeBack(refused);
}
