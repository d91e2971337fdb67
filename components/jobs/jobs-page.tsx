'use client';

/** Jobs: background work that has no attempt left, why, and a way to try it again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, PAGED, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { useLiveQueries } from '../api/use-live-queries.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
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
  const jobs = useInfiniteQuery(
    trpc.jobs.failed.infiniteQueryOptions({}, { ...PAGED, refetchInterval: ASK_AGAIN_MS }),
  );
  useLiveQueries(['job'], [trpc.jobs]);
  return (
    <>
      <PageHeader
        title="Jobs"
        finding="Reflection, curation, evolution and embedding jobs that ran out of attempts, newest first."
        {...(jobs.data?.pages[0]?.items[0] === undefined ? {} : { actions: <RetryAll /> })}
      />
      <Card title="Failed jobs" flush={true}>
        <PagedList
          list={jobs}
          count={5}
          noun="failed job"
          empty={
            <EmptyState title="No job has failed">
              Failed jobs are retried automatically. A job without attempts left appears here with its last
              error.
            </EmptyState>
          }
        >
          {(rows) => <JobList rows={rows} />}
        </PagedList>
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
  const retry = useChange(trpc.jobs.retryAll, {
    stale: [trpc.jobs],
    done: ({ retried, more }) => ({
      title: `${retried} ${retried === 1 ? 'job is' : 'jobs are'} pending again`,
      ...(more ? { detail: 'More remain: retry all again.' } : {}),
    }),
    onDone: onClose,
  });
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
      {retry.error === null ? undefined : <Refused saying="Not all were retried." error={retry.error} />}
    </ConfirmDialog>
  );
}

/** A job that has no attempt left, as the server tells it. */
export type FailedJob = Outputs['jobs']['failed']['items'][number];
