'use client';

/** A change of the tenant's policy: says what will be different before it is. */
import { useState } from 'react';
import type { OwnPolicy } from '../../server/domain/admin/policy/resolve-policy.ts';
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { Button, type ButtonProps } from '../ui/forms/button.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { REFUSED_NAMES } from './fields.ts';
import { changeTexts, holding, type Policy, sentSettings } from './policy-changes.ts';

interface ChangePolicyProps {
  policy: Policy;
  /** All values of its own that the tenant would have. */
  own: OwnPolicy;
  /** What the dialog and its button are called. */
  title: string;
  verb: string;
  done: string;
  look?: Pick<ButtonProps, 'variant' | 'size' | 'disabled'>;
  label: string;
  onDone?: () => void;
}

/** The button, and the dialog that it opens. */
export function ChangePolicy({
  policy,
  own,
  title,
  verb,
  done,
  label,
  look = {},
  onDone,
}: ChangePolicyProps) {
  const [open, setOpen] = useState(false);
  const trpc = useTRPC();
  const change = useChange(trpc.policy.change, {
    stale: [trpc.policy, trpc.session],
    done: { title: done, tone: 'good' },
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  const settings = holding(policy, own);
  const texts = changeTexts(policy.settings, settings);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        title={title}
        description="For all agents of this tenant, from the next recall or decision on. A canary that runs keeps the settings that it began with."
        action={verb}
        busy={change.isPending}
        onConfirm={() => change.mutate({ settings: sentSettings(own), version: policy.version })}
        onClose={() => setOpen(false)}
      >
        <div className="flex flex-col gap-3">
          <ul aria-label="What changes" className="flex list-disc flex-col gap-1 pl-5 text-table">
            {texts.length === 0 ? <li>No setting changes.</li> : null}
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Refused saying="Not changed." error={change.error} names={REFUSED_NAMES} />
        </div>
      </ConfirmDialog>
    </>
  );
}
