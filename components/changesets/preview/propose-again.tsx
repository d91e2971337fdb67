'use client';

/** Proposes a stale, failed or rejected change once more on the current skills, and leads to the new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useTRPC } from '../../api/trpc.ts';
import { useShortcut } from '../../keyboard/registry.ts';
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { useAllowed } from '../../shell/viewer.ts';
import { ErrorBlock } from '../../ui/layout/states.tsx';
import { ChangesetLink } from '../changeset-link.tsx';
import type { Detail } from '../detail.ts';
import { reproposalLabel } from './reproposal.ts';

/** Why it cannot be proposed again, in a sentence; empty where it can. */
export function WhyNotAgain({ detail: { again } }: { detail: Detail }) {
  if (again === null) return null;
  if (again.waitingAs !== null) {
    return (
      <>
        The same change is already pending: <ChangesetLink id={again.waitingAs} />
      </>
    );
  }
  return again.faults.length === 0 ? null : 'It does not fit the current skill.';
}

interface ProposeAgainProps {
  detail: Detail;
  /** Stands in the place of approval: the main action, with its key. */
  main?: boolean;
  /** Of the key: shows what has to be seen first; whether there was anything. */
  first?: () => boolean;
}

export function ProposeAgain({ detail, main = false, first }: ProposeAgainProps) {
  const { id, digest } = detail.changeset;
  const label = reproposalLabel(detail);
  const again = useProposeAgain();
  const propose = () => again.mutate({ id, expect: digest });
  useShortcut('change.approve', () => (first?.() ? undefined : propose()), {
    enabled: useAllowed('review') && main && !again.isPending,
    label,
  });
  return (
    <div className="flex flex-col items-end gap-2">
      <ScopedButton
        scope="review"
        size={main ? 'medium' : 'small'}
        variant={main ? 'primary' : 'secondary'}
        shortcut={main ? 'change.approve' : undefined}
        loading={again.isPending}
        onClick={propose}
      >
        {label}
      </ScopedButton>
      {again.error === null ? null : <ErrorBlock what="propose it again" error={again.error} />}
    </div>
  );
}

function useProposeAgain() {
  const trpc = useTRPC();
  const router = useRouter();
  const inQueue = usePathname() === '/review';
  const queries = useQueryClient();
  /** The new one is shown where the old one was, in the list or on a page. */
  const hrefOf = (id: string) => {
    const search = new URLSearchParams(window.location.search);
    if (inQueue) search.set('id', id);
    const path = inQueue ? '/review' : `/changesets/${id}`;
    return search.size === 0 ? path : `${path}?${search}`;
  };
  return useMutation(
    trpc.changesets.proposeAgain.mutationOptions({
      onSuccess: ({ id }) => router.push(hrefOf(id)),
      onSettled: () => {
        for (const changed of [trpc.changesets, trpc.overview])
          void queries.invalidateQueries({ queryKey: changed.pathKey() });
      },
    }),
  );
}
