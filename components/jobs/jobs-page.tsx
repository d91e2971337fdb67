'use client';

/** Jobs: background work that has no attempt left, why, and a way to try it again. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Outputs, PAGED, SELDOM, useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { shortIds } from '../audit/actor-label.ts';
import { PageGate } from '../shell/scope-gate.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { PagedList } from '../ui/layout/paged-list.tsx';
import { Refused } from '../ui/layout/refused.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';

/** Failures are not announced, since they change nothing that is audited. */
const _ASK_AGAIN_MS = 30_000;

export function JobsPage() {
  return (
    <PageGate page="Jobs" scopes={['admin']}>
      <Jobs />
    </PageGate>
  );
}

function Jobs() {
  const trpc = useTRPC();
  const jobs = useInfiniteQuery(trpc.jobs.failed.infiniteQueryOptions({}, { ...PAGED, ...SELDOM }));
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
type FailedJob = Outputs['jobs']['failed']['items'][number];

/** The skill that an evolution is about, or the webhooks; every other job is about what is open of its agent. */
function JobSubject({ kind, payload: { skillId } }: FailedJob) {
  if (kind === 'deliver') {
    return (
      <Link href="/settings/webhooks" className="relative text-accent underline-offset-2 hover:underline">
        a webhook event
      </Link>
    );
  }
  if (skillId === undefined) return <span className="text-quiet">all open runs of the agent</span>;
  return (
    <Link href={`/skills/${skillId}`} className="relative text-accent underline-offset-2 hover:underline">
      the skill <LearnedText text={shortIds(skillId)} className="font-mono text-code" />
    </Link>
  );
}

/** The agent or the delivery; `*` for a job of the whole tenant. */
const nameOf = ({ payload: { agentId, deliveryId } }: FailedJob) => agentId ?? deliveryId ?? '*';

const COLUMNS: Column<FailedJob>[] = [
  {
    key: 'job',
    header: 'Job',
    className: 'md:[td&]:align-top',
    cell: (job) => (
      <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 max-md:py-0 lg:min-w-52">
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <Badge>{job.kind}</Badge>
          <LearnedText text={nameOf(job)} className="[overflow-wrap:anywhere]" />
        </span>
        <IdChip id={job.id} label="Job id" />
      </span>
    ),
  },
  {
    key: 'about',
    header: 'About',
    className: 'md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => <JobSubject {...job} />,
  },
  {
    key: 'error',
    header: 'Last error',
    className: 'md:w-1/3 md:[td&]:align-top md:[td&]:py-2 max-md:w-full',
    cell: (job) => (
      <LearnedText
        text={job.lastError ?? 'not recorded'}
        className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere] text-code max-md:min-w-0"
      />
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    word: 'attempts',
    kind: 'number',
    className: 'md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => job.attempts,
  },
  {
    key: 'failed',
    header: 'Failed',
    word: 'failed',
    className: 'md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => <Time at={job.failedAt} />,
  },
  {
    key: 'retry',
    header: 'Actions',
    kind: 'actions',
    className: 'md:[td&]:align-top',
    cell: (job) => <RetryButton job={job} />,
  },
];

function JobList({ rows }: { rows: readonly FailedJob[] }) {
  return <Table caption="Failed jobs" columns={COLUMNS} rows={rows} rowKey={(job) => job.id} />;
}

/** Makes one failed job pending again. */
function RetryButton({ job }: { job: FailedJob }) {
  const trpc = useTRPC();
  const what = `${job.kind} of ${nameOf(job)}`;
  const retry = useChange(trpc.jobs.retry, {
    stale: [trpc.jobs],
    done: { title: `${what} is pending again`, detail: 'All attempts are available again.' },
    failed: 'Not retried',
  });
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
