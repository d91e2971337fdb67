'use client';

/** Deletes a tenant once its name is typed, after saying what goes and what stays. */
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { Input } from '../../ui/forms/field.tsx';
import { Refused } from '../../ui/layout/refused.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { counted } from '../../ui/text/counted.ts';
import { inWords } from '../../ui/text/hidden-marks.ts';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import { bytesText, type TenantRow } from './words.ts';

export function DeleteDialog({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const { tenant } = row;
  const trpc = useTRPC();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const wrong = typed !== tenant;
  const remove = useChange(trpc.tenants.remove, {
    stale: [trpc.tenants],
    done: {
      title: `Deleting ${inWords(tenant)}`,
      detail: 'A worker removes the rows. It takes at least a minute.',
    },
    onDone: onClose,
  });
  const submit = () => {
    setAsked(true);
    if (!wrong) remove.mutate({ tenant });
  };
  return (
    <ConfirmDialog
      title={`Delete ${inWords(tenant)}`}
      cancel="Keep the tenant"
      action="Delete tenant"
      variant={wrong ? 'danger-quiet' : 'danger'}
      busy={remove.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Consequences row={row} />
      <Input
        label="Type the tenant’s name to confirm"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        autoFocus={true}
        invalid={asked && wrong ? 'Does not match the tenant’s name' : null}
      />
      <Refused saying="Not deleted." error={remove.error} />
    </ConfirmDialog>
  );
}

function Consequences({ row }: { row: TenantRow }) {
  const { tenant, bytes, agents, episodes, memories, skills, apiKeys } = row;
  return (
    <div className="flex flex-col gap-2 text-quiet">
      <p>
        This cannot be undone. It removes everything stored for{' '}
        <strong className="text-body [overflow-wrap:anywhere]">
          <LearnedText text={tenant} />
        </strong>
        , about {bytesText(bytes)}: {counted(agents, 'agent')}, {counted(memories, 'memory', 'memories')},{' '}
        {counted(skills, 'skill')}, the audit log and what is kept of {counted(episodes, 'episode')}.
      </p>
      <p>
        {apiKeys === 0
          ? 'It has no API keys.'
          : `Its ${counted(apiKeys, 'API key')} and all sign-ins stop working at once.`}
      </p>
      <p>
        Not reached: backups, and data already sent to the learning model. Export the tenant first to keep a
        copy.
      </p>
    </div>
  );
}
