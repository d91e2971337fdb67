'use client';

/** A secret, this once: it does not close until it was copied or said to be stored. */
import { type ReactNode, useState } from 'react';
import { Button } from '../forms/button.tsx';
import { Input } from '../forms/field.tsx';
import { Checkbox } from '../forms/toggle.tsx';
import { useLeaveGuard } from '../forms/use-leave-guard.ts';
import { TriangleAlert } from '../generated/icons.tsx';
import { Alert } from '../layout/refused.tsx';
import { Dialog } from './dialog.tsx';

interface ShownOnceProps {
  title: string;
  /** What is shown, as a sentence names it: "key". */
  noun: string;
  /** Whether anybody needs it: then it is not closed before it is kept. */
  isNeeded?: boolean;
  onClose: () => void;
  children: (onCopied: () => void) => ReactNode;
}

export function ShownOnce({ title, noun, isNeeded = true, onClose, children }: ShownOnceProps) {
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
        {children(() => setKept(true))}
        {isNeeded ? (
          <Checkbox label={`I stored the ${noun}`} checked={kept} onCheckedChange={setKept} />
        ) : null}
        {warned && !mayClose ? (
          <Alert>Copy the {noun} or confirm that you stored it. It cannot be shown again</Alert>
        ) : null}
      </div>
    </Dialog>
  );
}

interface SecretFieldProps {
  label: string;
  value: string;
  hint?: string;
  /** What there is to know before it is gone. */
  warning: string;
}

/** The secret, selected as a whole by the first press. */
export function SecretField({ warning, ...field }: SecretFieldProps) {
  return (
    <>
      <p className="flex gap-2 rounded-md bg-attention-soft px-3 py-2 text-attention text-table">
        <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
        {warning}
      </p>
      <Input
        {...field}
        readOnly={true}
        autoComplete="off"
        spellCheck={false}
        autoFocus={true}
        onFocus={(event) => event.target.select()}
        className="[&_input]:h-10 [&_input]:bg-sunken [&_input]:font-mono [&_input]:text-code"
      />
    </>
  );
}
