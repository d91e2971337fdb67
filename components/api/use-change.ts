'use client';

/** A change that a page asks for: what it makes old is loaded again, and the page says how it went. */
import { type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query';
import { type Toast, useToast } from '../ui/overlays/toasts.ts';
import { refusalText } from './refusal.ts';

interface Consequences<Answer> {
  /** What it makes old, such as `[trpc.keys]`. */
  stale?: readonly { pathFilter: () => QueryFilters }[];
  /** What is said where it worked; nothing without it. */
  done?: Toast | ((answer: Answer) => Toast);
  /** The title under which a refusal is said; without it the caller shows the error. */
  failed?: string;
  onDone?: ((answer: Answer) => unknown) | undefined;
}

/** `useChange(trpc.keys.revoke, { stale: [trpc.keys], done: { title: 'Revoked' } })`. */
export function useChange<Def extends ResolverDef>(
  procedure: DecorateMutationProcedure<Def>,
  { stale = [], done, failed, onDone }: Consequences<Def['output']>,
) {
  const cache = useQueryClient();
  const toast = useToast();
  return useMutation(
    procedure.mutationOptions({
      onSuccess: (answer) => {
        if (done !== undefined) toast(typeof done === 'function' ? done(answer) : done);
        onDone?.(answer);
      },
      onError: (error) => {
        if (failed !== undefined) toast({ title: failed, detail: refusalText(error), tone: 'danger' });
      },
      onSettled: () => Promise.all(stale.map((part) => cache.invalidateQueries(part.pathFilter()))),
    }),
  );
}
