/** Picks the agent whose things all pages show; the choice is part of every address. */
'use client';

import { Combobox } from '../ui/combobox.tsx';
import { useAgent } from '../url/use-agent.ts';

const FIXED = [
  { value: '', label: 'All agents' },
  { value: '*', label: '* shared', note: 'served to every agent' },
];

export function AgentPicker() {
  const [agent, pick] = useAgent();
  return (
    <Combobox
      label="Agent"
      value={agent ?? ''}
      options={FIXED}
      onValueChange={(picked) => pick(picked === '' ? null : picked)}
      free={true}
      placeholder="Agent id"
    />
  );
}
