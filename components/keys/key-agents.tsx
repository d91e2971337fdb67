'use client';

/** The agents that a key is bound to: read from a field, and changed for a key that is there. */
import { useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { Input } from '../ui/forms/field.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import type { KeyRow } from './keys-page.tsx';
import { type ReadAgents, readAgents } from './read-agents.ts';

interface AgentsFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** What was read, once its fault is to be shown. */
  fault: ReadAgents | null;
}

export function AgentsField({ value, onChange, fault }: AgentsFieldProps) {
  return (
    <Input
      label="Agents (optional)"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
      placeholder="billing, support"
      hint="The agents that the key may act for, separated by commas. Leave empty for all."
      invalid={fault !== null && 'fault' in fault ? fault.fault : null}
    />
  );
}

export function BindDialog({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState(row.agents.join(', '));
  const [sent, setSent] = useState(false);
  const agents = readAgents(typed, row.scopes);
  const bind = useChange(trpc.keys.bind, {
    stale: [trpc.keys],
    done: {
      title: `Agents of “${row.name}” changed`,
      detail: 'Other processes may go by the earlier list for up to 30 s.',
    },
    onDone: onClose,
  });
  const submit = () => {
    setSent(true);
    if ('ids' in agents) bind.mutate({ key_id: row.id, agents: agents.ids });
  };
  return (
    <ConfirmDialog
      size="small"
      title={`Agents of “${row.name}”`}
      action="Save"
      busy={bind.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <AgentsField value={typed} onChange={setTyped} fault={sent ? agents : null} />
      <Refused saying="Not changed." error={bind.error} />
    </ConfirmDialog>
  );
}
