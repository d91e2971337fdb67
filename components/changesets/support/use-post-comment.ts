'use client';

/** Posts what a reviewer says about a changeset, and shows it in the history. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallError, toCallError, useTRPC } from '../../api/trpc.ts';
import { useAnnounce } from '../../keyboard/registry.ts';

interface Posting {
  /** Blank text is not sent. */
  post: (text: string) => void;
  busy: boolean;
  /** Why the last one was not posted. */
  error: CallError | null;
}

export function usePostComment(id: string, onPosted: () => void): Posting {
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
  const post = (text: string) => (text.trim() === '' ? undefined : mutate({ cs_id: id, text }));
  return { post, busy: isPending, error: error === null ? null : toCallError(error) };
}
