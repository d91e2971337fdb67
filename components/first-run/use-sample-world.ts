'use client';

/** The way into the sample world and out of it. Each loads the page again: all that it shows is of one tenant. */
import { onlineManager, useMutation } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../api/trpc.ts';

const FIRST_PAGE = '/review';

function openFirstPage(): void {
  window.location.assign(FIRST_PAGE);
}

/** While the tenant changes, queries wait: the server refuses those of the other tenant. */
const QUIETLY = {
  networkMode: 'always',
  onMutate: () => onlineManager.setOnline(false),
  onError: () => onlineManager.setOnline(true),
} as const;

/** Loads the world, which takes some seconds, and enters it. */
export function useEnterSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.enter.mutationOptions({ ...QUIETLY, onSuccess: openFirstPage }));
}

/** Leaves it as it is. Where somebody else has removed it, the first page shows that. */
export function useLeaveSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.leave.mutationOptions({ ...QUIETLY, onSettled: openFirstPage }));
}

/** Removes it, with all that was done in it. */
export function useRemoveSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.remove.mutationOptions({ ...QUIETLY, onSuccess: openFirstPage }));
}

/** What a press led to, where it failed; null otherwise. */
export function failureOf({ error }: { error: unknown }): string | null {
  return error === null ? null : toCallError(error).detail;
}
