/** A remark on a changeset, in whatever state it is. It is kept with the changeset's history. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { useAnnounce } from '../keyboard/use-shortcut.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { Textarea } from '../ui/field.tsx';
import { useDraft } from './drafts.ts';

const LONGEST = 4000;

export function CommentForm({ id }: { id: string }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const announce = useAnnounce();
  const [text = '', keep] = useDraft(id, 'remark');
  const post = useMutation(
    trpc.changesets.comment.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.changesets.detail.queryKey({ id }) });
        keep(undefined);
        announce('Comment posted');
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') post.mutate({ id, text });
  };
  return (
    <form onSubmit={submit} className="flex max-w-[75ch] flex-col items-start gap-2">
      <Textarea
        label="Remark"
        hint="Other reviewers see it here; it is kept in the audit log"
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => keep(event.target.value || undefined)}
        fault={post.isError ? `Not posted: ${faultOf(post.error).detail}` : undefined}
        className="w-full"
      />
      <ScopedButton
        scope="review"
        type="submit"
        size="small"
        disabled={text.trim() === ''}
        loading={post.isPending}
      >
        Add the remark
      </ScopedButton>
    </form>
  );
}
