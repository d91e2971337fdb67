'use client';

/**
 * Sends a decision and sees it through: what was promised goes along, the answer is told in a line with a
 * real rollback where there is one, and a refusal waits at the changeset. Nothing here depends on the view
 * that asked: it may be gone.
 */
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallError, toCallError, useTRPC, useTRPCClient } from '../../api/trpc.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import type { Detail } from '../detail.ts';
import {
  type Decided,
  earlierVersions,
  outcomeOf,
  promiseOf,
  type ReviewResult,
  type Wish,
} from './decision.ts';
import { type About, useSay } from './told.ts';

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
  const refresh = useRefresh();
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

/** A decision changes its changeset, the counts, and what approving others would do. */
function useRefresh(): () => void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: trpc.changesets.detail.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.changesets.counts.pathKey() });
    void cache.invalidateQueries({ queryKey: trpc.overview.badges.pathKey() });
  };
}

function useTell(): (result: ReviewResult, detail: Detail) => void {
  const say = useSay();
  const rollBack = useRollBack();
  return (result, detail) => {
    const about = aboutOf(detail);
    const title = outcomeOf(result);
    const earlier = earlierVersions(result);
    if (earlier.length === 0) {
      say({ ...about, title, tone: result.status === 'failed' ? 'danger' : 'plain' });
      return;
    }
    const label =
      earlier.length === 1 ? `Roll back to v${earlier[0]?.version}` : `Roll back ${earlier.length} skills`;
    const undo = { label, run: () => rollBack(earlier, about) };
    say({ ...about, title, tone: 'good', undo });
  };
}

function aboutOf({ headline, skills }: Detail): About {
  return { headline, skills: skills.map(({ name }) => name).join(', ') };
}

/** A rollback writes a new version with the old text; several skills go back one after the other. */
type Earlier = { skillId: string; version: number }[];

function useRollBack(): (earlier: Earlier, about: About) => void {
  const client = useTRPCClient();
  const say = useSay();
  const toast = useToast();
  const refresh = useRefresh();
  const goBack = async (earlier: Earlier) => {
    const written: number[] = [];
    for (const { skillId, version } of earlier) {
      const result = await client.skills.rollback.mutate({ skill_id: skillId, version });
      written.push(result.version);
    }
    return written;
  };
  return (earlier, about) => {
    goBack(earlier)
      .then((written) => {
        const title =
          written.length === 1
            ? `Rolled back: v${written[0]} says what v${earlier[0]?.version} said`
            : `Rolled back ${written.length} skills`;
        say({ ...about, title, tone: 'good' });
      })
      .catch((error: unknown) => {
        toast({ title: 'Could not roll back', detail: toCallError(error).detail, tone: 'danger' });
      })
      .finally(() => refresh());
  };
}
