/** One version of a skill, read by itself: any two can be compared however long the history is. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Version } from '../wording.ts';

/** `version` is null when there is none of that number; `isPending` while it is not known. */
export function useVersion(id: string, number: number) {
  const trpc = useTRPC();
  const enabled = number > 0;
  const input = { id, before: number + 1, limit: 1 };
  const { data, error, isPending, refetch } = useQuery(trpc.skills.versions.queryOptions(input, { enabled }));
  const version: Version | null = data?.find((found) => found.version === number) ?? null;
  return { version, error, isPending: enabled && isPending, retry: () => void refetch() };
}
