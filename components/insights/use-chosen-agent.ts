/** Whose record is shown: the agent of the top bar, else the one with most runs, since a record is always one agent's. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useAgent } from '../url/use-agent.ts';

interface Chosen {
  /** Null until it is known. */
  agentId: string | null;
  /** Whether nobody picked it. */
  assumed: boolean;
  error: unknown;
}

const FIRST_AGENT = 'default';

export function useChosenAgent(): Chosen {
  const trpc = useTRPC();
  const [picked] = useAgent();
  const agents = useQuery({ ...trpc.agents.list.queryOptions(), enabled: picked === null });
  if (picked !== null) return { agentId: picked, assumed: false, error: null };
  const busiest = agents.data?.find(({ agentId }) => agentId !== '*')?.agentId;
  const agentId = agents.data === undefined ? null : (busiest ?? FIRST_AGENT);
  return { agentId, assumed: true, error: agents.error };
}
