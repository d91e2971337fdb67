/** Asks once before a change goes live without being tried, and says what that gives up. */
'use client';

import { Button } from '../../ui/forms/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { LearnedText } from '../../ui/text/learned-text.tsx';
import type { Detail } from '../detail.ts';
import { type Approval, promiseOf } from './decision.ts';

interface SkipCanaryDialogProps {
  detail: Detail;
  skipping: Approval;
  onConfirm: () => void;
  onClose: () => void;
}

export function SkipCanaryDialog({ detail, skipping, onConfirm, onClose }: SkipCanaryDialogProps) {
  const promise = promiseOf(skipping, detail);
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${promise} without a canary?`}
      description="A canary serves the change to a share of runs and applies it only if they do better. Without a canary every run gets it at once. Skip the canary only if the current text does harm."
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={onConfirm}>
            <LearnedText text={`${promise} now`} />
          </Button>
        </>
      }
    />
  );
}
