/** Makes one failed job pending again. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../api/fault.ts';
import { useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/button.tsx';
import { inWords } from '../ui/hidden-marks.ts';
import { useToast } from '../ui/toasts.ts';

export function RetryButton({ job }: { job: { id: string; kind: string; agentId: string } }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const what = `${job.kind} of ${job.agentId}`;
  const retry = useMutation(
    trpc.jobs.retry.mutationOptions({
      onSuccess: () => toast({ title: `${what} is pending again`, detail: 'With all its attempts.' }),
      onError: (error) => toast({ title: `Not retried: ${faultOf(error).detail}`, tone: 'danger' }),
      onSettled: () => cache.invalidateQueries(trpc.jobs.pathFilter()),
    }),
  );
  return (
    <Button
      size="small"
      aria-label={inWords(`Retry ${what}`)}
      loading={retry.isPending}
      onClick={() => retry.mutate({ id: job.id })}
    >
      Retry
    </Button>
  );
}
