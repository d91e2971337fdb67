/** The counts in the rail: what waits for a person, and what runs. Nothing is asked that the viewer may not read. */
'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useLive } from '../api/use-live.ts';
import { useAllowed } from './viewer.ts';

export type Badges = Outputs['overview']['badges'];

const NONE: Badges = { pendingChangesets: 0, runningCanaries: 0, pendingMemories: 0 };

export function useBadges(): Badges {
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const cache = useQueryClient();
  const { data } = useQuery(trpc.overview.badges.queryOptions(undefined, { enabled }));
  useLive(() => void cache.invalidateQueries(trpc.overview.badges.queryFilter()));
  return data ?? NONE;
}
