/** The numbers above the queue. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useAgent } from '../url/use-agent.ts';
import { filterOf, type ReviewState } from './review-state.ts';

function beginOfDay(): string {
  const now = new Date();
  now.setHours(0, 0, 0, 0);
  return now.toISOString();
}

/** The numbers above the queue; asked once and again when something changed. */
export function useCounts(state: ReviewState) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const [since] = useState(beginOfDay);
  return useQuery(
    trpc.changesets.counts.queryOptions(
      { ...filterOf(state, agentId), since },
      { placeholderData: keepPreviousData },
    ),
  );
}
