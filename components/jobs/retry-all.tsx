/** Retries every failed job of the tenant, after one question. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.ts';

export function RetryAll({ disabled }: { disabled: boolean }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button disabled={disabled} onClick={() => setAsking(true)}>
        Retry all
      </Button>
      {asking ? <Question onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const retry = useMutation(
    trpc.jobs.retryAll.mutationOptions({
      onSuccess: ({ retried, more }) => {
        const title = `${retried} ${retried === 1 ? 'job is' : 'jobs are'} pending again`;
        toast({ title, ...(more ? { detail: 'Others are left: retry all once more.' } : {}) });
        onClose();
      },
      onSettled: () => cache.invalidateQueries(trpc.jobs.pathFilter()),
    }),
  );
  return (
    <Dialog
      open={true}
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="small"
      title="Retry every failed job?"
      description="Each becomes pending with all its attempts, also those not shown here. What made them fail may make them fail again, and the model’s tokens are used again. Every retry is audited."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry all
          </Button>
        </>
      }
    >
      {retry.error === null ? undefined : (
        <p role="alert" className="text-danger text-table">
          Not all were retried: {faultOf(retry.error).detail}
        </p>
      )}
    </Dialog>
  );
}
