'use client';

/** Posts what a reviewer says about a changeset, and shows it in the history. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Fault, faultOf, useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';

interface Remark {
  /** Blank text is not sent. */
  post: (text: string) => void;
  busy: boolean;
  /** Why the last one was not posted. */
  fault: Fault | null;
}

export function useRemark(id: string, onPosted: () => void): Remark {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const { mutate, isPending, error } = useMutation(
    trpc.changesets.comment.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.changesets.detail.queryKey({ id }) });
        announce('Comment posted');
        onPosted();
      },
    }),
  );
  const post = (text: string) => (text.trim() === '' ? undefined : mutate({ id, text }));
  return { post, busy: isPending, fault: error === null ? null : faultOf(error) };
}
