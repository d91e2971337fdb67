'use client';

/**
 * Sends a decision and sees it through: what was promised goes along, the answer is told in a line with the
 * way to take it back where there is one, and a refusal waits at the changeset. Nothing here depends on the view
 * that asked: it may be gone.
 */
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, toCallError, useTRPCClient } from '../../api/trpc.ts';
import type { Detail } from '../detail.ts';
import { type Decided, outcomeOf, promiseOf, type ReviewResult, type Wish } from './decision.ts';
import { useReportDecision } from './last-decision.ts';
import { useRefreshDecided, useUndo } from './use-undo.ts';

// Decisions that the server refused, until the reviewer has seen them. Kept in the query cache: the reviewer
// is on the next changeset by the time a refusal arrives, and comes back to a view that was not there when it
// did.

/** `promise` is what the button had said. */
interface Refusal {
  promise: string;
  error: CallError;
}

const keyOf = (id: string) => ['refused-decision', id];

function keepRefusal(client: QueryClient, id: string, refusal: Refusal): void {
  client.setQueryData(keyOf(id), refusal);
}

/** The refusal of this changeset's last decision, and the way to put it away. */
export function useRefusal(id: string): [Refusal | null, () => void] {
  const client = useQueryClient();
  const { data } = useQuery<Refusal | null>({ queryKey: keyOf(id), queryFn: skipToken, initialData: null });
  return [data ?? null, () => client.setQueryData(keyOf(id), null)];
}

/** Makes what sends a wish for a pending changeset; it returns at once. */
export function useDecide(): (detail: Detail, wish: Wish) => Decided {
  const client = useTRPCClient();
  const cache = useQueryClient();
  const refresh = useRefreshDecided();
  const tell = useTell();
  return (detail, wish) => {
    const { id } = detail.changeset;
    const skipCanary = wish.approve && wish.skipCanary === true;
    const approval = skipCanary ? detail.approval?.skippingCanary : detail.approval?.asUsual;
    const promise = wish.approve && approval ? promiseOf(approval, detail) : 'Reject';
    const answer = client.changesets.decide.mutate({
      ...{ id, approve: wish.approve, skipCanary, comment: wish.comment ?? null },
      ...(approval ? { expect: approval.expect } : {}),
    });
    answer.then(
      (result) => {
        refresh();
        tell(result, detail);
      },
      (error: unknown) => {
        keepRefusal(cache, id, { promise, error: toCallError(error) });
        refresh();
      },
    );
    return { id, approve: wish.approve, promise, answer };
  };
}

const TONE = { applied: 'good', failed: 'danger' } as const;

function useTell(): (result: ReviewResult, detail: Detail) => void {
  const report = useReportDecision();
  const undoOf = useUndo();
  return (result, { headline, skills }) => {
    const { status } = result;
    const about = { headline, skills: skills.map(({ name }) => name).join(', ') };
    const tone = status === 'applied' || status === 'failed' ? TONE[status] : 'plain';
    report({ ...about, title: outcomeOf(result), tone, ...undoOf([result], about) });
  };
}
