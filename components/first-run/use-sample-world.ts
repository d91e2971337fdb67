'use client';

/** The way into the sample world and out of it. Each loads the page again: all that it shows is of one tenant. */
import { useMutation } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../api/trpc.ts';

const FIRST_PAGE = '/review';

function openFirstPage(): void {
  window.location.assign(FIRST_PAGE);
}

/** Loads the world, which takes some seconds, and enters it. */
export function useEnterSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.enter.mutationOptions({ onSuccess: openFirstPage }));
}

/** Leaves it as it is. Where somebody else has removed it, the first page shows that. */
export function useLeaveSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.leave.mutationOptions({ onSettled: openFirstPage }));
}

/** Removes it, with all that was done in it. */
export function useRemoveSample() {
  const trpc = useTRPC();
  return useMutation(trpc.sample.remove.mutationOptions({ onSuccess: openFirstPage }));
}

/** What a press led to, where it failed; null otherwise. */
export function failureOf({ error }: { error: unknown }): string | null {
  return error === null ? null : toCallError(error).detail;
}
