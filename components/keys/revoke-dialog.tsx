/** Revokes a key. One that was used within a day is probably still in use: its name must be typed. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { useViewer } from '../shell/viewer.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/field.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toasts.ts';
import { isInUse, type KeyRow } from './key-row.ts';

export function RevokeDialog({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const inUse = isInUse(row, Date.now());
  const wrong = inUse && typed !== row.name;
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => {
        toast({
          title: `Key “${row.name}” revoked`,
          detail: 'Other processes may accept it for up to 30 s.',
        });
        onClose();
      },
      onSettled: () => cache.invalidateQueries(trpc.keys.pathFilter()),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!wrong) revoke.mutate({ key_id: row.id });
  };
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="small"
      title={`Revoke “${row.name}”`}
      footer={
        <>
          <Button onClick={onClose}>Keep the key</Button>
          <Button type="submit" form={formId} variant="danger" loading={revoke.isPending}>
            Revoke key
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate={true}>
        <Consequences row={row} />
        {inUse ? (
          <Input
            label={`Type ${row.name} to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            hint="It was used within the last 24 hours."
            fault={asked && wrong ? 'That is not the name of the key' : null}
          />
        ) : null}
        {revoke.error === null ? null : (
          <p role="alert" className="text-danger text-table">
            Not revoked: <LearnedText text={faultOf(revoke.error).detail} />
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Consequences({ row }: { row: KeyRow }) {
  const { actor } = useViewer();
  return (
    <div className="flex flex-col gap-2 text-quiet">
      <p>
        Whoever holds it is refused from now on; other processes of the gateway may accept it for up to 30 s
        more. A revoked key cannot be brought back.
      </p>
      <p>
        {row.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            Last used <Time at={row.lastUsedAt} />.
          </>
        )}
      </p>
      {actor === `key:${row.id}` ? (
        <p className="text-danger">You are signed in with this key and will be signed out.</p>
      ) : null}
    </div>
  );
}
