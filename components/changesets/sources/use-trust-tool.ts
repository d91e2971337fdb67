'use client';

/** Trusts a tool of an agent or no longer does, and offers the way back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { counted } from '../../ui/text/counted.ts';
import { useReportDecision } from '../decide/last-decision.ts';
import { useRefreshDecided } from '../decide/use-undo.ts';

/** What changes with an agent's lists: its tools, what waits, and what policy would do with that. */
export function useRefreshSources(): () => void {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const refreshDecided = useRefreshDecided();
  return () => {
    void cache.invalidateQueries({ queryKey: trpc.agents.pathKey() });
    refreshDecided();
  };
}

interface ToolChoice {
  agentId: string;
  tool: string;
}

export function useTrustTool({ agentId, tool }: ToolChoice) {
  const trpc = useTRPC();
  const report = useReportDecision();
  const refresh = useRefreshSources();
  const about = { headline: null, skills: '', tone: 'plain' as const };
  const mutation = useMutation(
    trpc.agents.trustTool.mutationOptions({
      onSuccess: ({ decided }, { trusted }) => {
        const title = `${tool} is ${trusted ? 'trusted' : 'not trusted'} for ${agentId}.${decidedText(decided)}`;
        const undo = { label: 'Undo', run: () => mutation.mutate({ agentId, tool, trusted: !trusted }) };
        report({ ...about, title, undo });
      },
      onSettled: refresh,
    }),
  );
  const { isPending, error } = mutation;
  return { trust: (trusted: boolean) => mutation.mutateAsync({ agentId, tool, trusted }), isPending, error };
}

function decidedText(decided: number): string {
  return decided === 0 ? '' : ` Policy approved ${counted(decided, 'waiting change')}.`;
}
