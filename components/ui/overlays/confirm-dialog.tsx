'use client';

import type { ReactNode } from 'react';
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
  /** Whether only its button closes it, not Esc. */
  held?: boolean;
  /** The id of the form that the button submits, in place of `onConfirm`. */
  form?: string;
  onConfirm?: () => void;
  onClose: () => void;
}

/** A dialog with two buttons: one that acts, and one that only closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, cancel = 'Cancel', action, variant = 'primary', busy = false, ...rest } = props;
  const { form, held = false, onConfirm, onClose, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={(isOpen) => (isOpen || held ? undefined : onClose())}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            variant={variant}
            loading={busy}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}
