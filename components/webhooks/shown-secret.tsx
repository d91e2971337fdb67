'use client';

/** A secret, this once: it does not close until it was copied or said to be stored. */
import { useState } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { CopyButton } from '../ui/forms/copy-button.tsx';
import { Input } from '../ui/forms/field.tsx';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { useLeaveGuard } from '../ui/forms/use-leave-guard.ts';
import { TriangleAlert } from '../ui/generated/icons.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

interface ShownSecretProps {
  title: string;
  secret: string;
  /** What else there is to know. */
  note: string;
  /** Whether the receiver needs it: then it is not closed before it is kept. */
  isNeeded?: boolean;
  onClose: () => void;
}

export function ShownSecret({ title, secret, note, isNeeded = true, onClose }: ShownSecretProps) {
  const [kept, setKept] = useState(false);
  const [warned, setWarned] = useState(false);
  const mayClose = kept || !isNeeded;
  useLeaveGuard(!mayClose);
  const close = () => (mayClose ? onClose() : setWarned(true));
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : close())}
      title={title}
      footer={
        <Button variant={mayClose ? 'primary' : 'secondary'} onClick={close}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="flex gap-2 rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
          <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          This secret is shown only once. The receiver uses it to verify that events come from this gateway.
        </p>
        <Input
          label="Secret"
          readOnly={true}
          value={secret}
          autoComplete="off"
          spellCheck={false}
          autoFocus={true}
          onFocus={(event) => event.target.select()}
          hint={note}
          className="[&_input]:h-10 [&_input]:bg-sunken [&_input]:font-mono [&_input]:text-code"
        />
        <div>
          <CopyButton variant="primary" text={secret} onCopied={() => setKept(true)}>
            Copy
          </CopyButton>
        </div>
        {isNeeded ? <Checkbox label="I stored the secret" checked={kept} onCheckedChange={setKept} /> : null}
        {warned && !mayClose ? (
          <p role="alert" className="text-danger text-table">
            Copy the secret or confirm that you stored it. It cannot be shown again
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
