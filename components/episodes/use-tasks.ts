'use client';

/** What was to be done in runs that a page knows by their ids. */
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed } from '../shell/viewer.ts';
import { firstLine } from './wording.ts';

/** As many ids as fit the address of one request. */
const ASKED = 40;
/** So much of a task names its run. */
const NAME = 48;

/** By id, as far as they are read: of the first {@link ASKED}, and none without the scope to review. */
export function useTasks(ids: readonly string[]): Readonly<Record<string, string>> {
  const trpc = useTRPC();
  const asked = ids.slice(0, ASKED);
  const enabled = useAllowed('review') && asked.length > 0;
  const { data = {} } = useQuery(
    trpc.episodes.tasks.queryOptions({ ids: asked }, { enabled, staleTime: Number.POSITIVE_INFINITY }),
  );
  return data;
}

/** A run's name: the first line of its task, else the end of its id. */
export function taskName(id: string, tasks: Readonly<Record<string, string | null>>): string {
  return firstLine(tasks[id], NAME) || `ep_…${id.slice(-5)}`;
}
