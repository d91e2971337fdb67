'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button, type ButtonProps } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog-panel.tsx';

interface ConfirmDialogProps extends Omit<DialogProps, 'open' | 'onOpenChange' | 'footer'> {
  open?: boolean;
  /** The button that leaves everything as it is. */
  cancel?: string;
  /** The button that acts. */
  action: ReactNode;
  variant?: ButtonProps['variant'];
  busy?: boolean;
  /** Whether the button that acts has the focus at first. */
  focused?: boolean;
  /** Whether only its button closes it, not Esc. */
  held?: boolean;
  onConfirm?: () => void;
  /** In place of `onConfirm`: the children are fields of a form, which the button submits. */
  onSubmit?: () => void;
  onClose: () => void;
}

/** A dialog with two buttons: one that acts, and one that only closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, cancel = 'Cancel', action, variant = 'primary', busy = false, ...rest } = props;
  const { held = false, focused = false, onConfirm, onSubmit, onClose, children, ...dialog } = rest;
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(isOpen) => (isOpen || held ? undefined : onClose())}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type={onSubmit === undefined ? 'button' : 'submit'}
            form={formId}
            variant={variant}
            loading={busy}
            autoFocus={focused}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {onSubmit === undefined ? (
        children
      ) : (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-5" noValidate={true}>
          {children}
        </form>
      )}
    </Dialog>
  );
}
