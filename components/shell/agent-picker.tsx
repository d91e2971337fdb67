/** Picks the agent whose things all pages show; the choice is part of every address. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { Combobox } from '../ui/combobox.tsx';
import { useAgent } from '../url/use-agent.ts';
import { useAllowed } from './viewer.ts';

const FIXED = [
  { value: '', label: 'All agents' },
  { value: '*', label: '* shared', note: 'served to every agent' },
];

export function AgentPicker() {
  const [agent, pick] = useAgent();
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const { data = [] } = useQuery(trpc.agents.list.queryOptions(undefined, { enabled }));
  const known = data
    .filter(({ agentId }) => agentId !== '*')
    .map(({ agentId, episodes }) => ({
      value: agentId,
      label: agentId,
      note: `${episodes} ${episodes === 1 ? 'episode' : 'episodes'}`,
    }));
  return (
    <Combobox
      label="Agent"
      value={agent ?? ''}
      options={[...FIXED, ...known]}
      onValueChange={(picked) => pick(picked === '' ? null : picked)}
      free={true}
      placeholder="Agent id"
    />
  );
}
