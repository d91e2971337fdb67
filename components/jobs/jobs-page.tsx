'use client';

/** Jobs: background work that has no attempt left, why, and a way to try it again. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, toCallError, useTRPC } from '../api/trpc.ts';
import { concerns, useLive } from '../api/use-live.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { EmptyState, Loading, LoadMore } from '../ui/layout/states.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { JobList } from './job-list.tsx';

/** Failures are not announced, since they change nothing that is audited. */
const ASK_AGAIN_MS = 30_000;

export function JobsPage() {
  return (
    <PageGate page="Jobs" scopes={['admin']}>
      <Jobs />
    </PageGate>
  );
}

function Jobs() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const jobs = useInfiniteQuery(
    trpc.jobs.failed.infiniteQueryOptions(
      {},
      { getNextPageParam: (page) => page.nextCursor, refetchInterval: ASK_AGAIN_MS },
    ),
  );
  useLive((changes) => {
    if (concerns(changes, 'job')) void cache.invalidateQueries(trpc.jobs.pathFilter());
  });
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Jobs"
        finding="Reflection, curation, evolution, embedding and rehearsal jobs that ran out of attempts, newest first."
        {...(rows.length === 0 ? {} : { actions: <RetryAll /> })}
      />
      <Card title="Failed jobs" flush={true}>
        {jobs.isPending || jobs.isError ? (
          <Loading query={jobs} what="the failed jobs" count={5} inset={true} />
        ) : null}
        {jobs.isSuccess && rows.length === 0 ? (
          <EmptyState title="No job has failed">
            Failed jobs are retried automatically. A job without attempts left appears here with its last
            error.
          </EmptyState>
        ) : null}
        {rows.length === 0 ? null : (
          <>
            <JobList rows={rows} />
            <LoadMore list={jobs} shown={rows.length} noun="failed job" />
          </>
        )}
      </Card>
    </>
  );
}

/** Retries every failed job of the tenant, after one question. */
function RetryAll() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Retry all</Button>
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
        toast({ title, ...(more ? { detail: 'More remain: retry all again.' } : {}) });
        onClose();
      },
      onSettled: () => cache.invalidateQueries(trpc.jobs.pathFilter()),
    }),
  );
  return (
    <ConfirmDialog
      size="small"
      title="Retry every failed job?"
      description="All failed jobs, including those not shown here, become pending with all their attempts. They may fail again and use tokens again. Every retry is audited."
      action="Retry all"
      busy={retry.isPending}
      onConfirm={() => retry.mutate()}
      onClose={onClose}
    >
      {retry.error === null ? undefined : (
        <Refused saying="Not all were retried:" text={toCallError(retry.error).detail} />
      )}
    </ConfirmDialog>
  );
}

/** A job that has no attempt left, as the server tells it. */
export type FailedJob = Outputs['jobs']['failed']['items'][number];
