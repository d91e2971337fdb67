/** Creates a key in a dialog that does not let the only sight of it slip: closing needs a copy or a word. */
'use client';

import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/toggle.tsx';
import { CreatedKey } from './created-key.tsx';
import { KeyForm } from './key-form.tsx';
import { type NewKey, useCreateKey, useLeaveGuard } from './use-create-key.ts';

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { created, create, isPending, error } = useCreateKey();
  if (created !== null) return <ShownOnce created={created} onClose={onClose} />;
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open || isPending ? undefined : onClose())}
      title="Create an API key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            Create key
          </Button>
        </>
      }
    >
      <KeyForm id={formId} error={error} onSubmit={create} />
    </Dialog>
  );
}

function ShownOnce({ created, onClose }: { created: NewKey; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  useLeaveGuard(!kept);
  const close = () => (kept ? onClose() : setWarned(true));
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : close())}
      title={`Key “${created.name}” created`}
      footer={
        <Button variant={kept ? 'primary' : 'secondary'} onClick={close}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <CreatedKey created={created} onCopied={() => setKept(true)} />
        <Checkbox label="I have stored the key safely" checked={kept} onCheckedChange={setKept} />
        {warned && !kept ? (
          <p role="alert" className="text-danger text-table">
            Copy the key or say that you have stored it: it cannot be shown again
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
