/** Failed jobs as rows: what each was to do, what it was about, what went wrong, and a way to try it again. */
'use client';

import { Badge } from '../ui/badge.tsx';
import { IdChip } from '../ui/id-chip.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { FailedJob } from './failed-job.ts';
import { JobSubject } from './job-subject.tsx';
import { RetryButton } from './retry-button.tsx';

const COLUMNS: Column<FailedJob>[] = [
  {
    key: 'job',
    header: 'Job',
    className: 'md:[td&]:align-top',
    cell: (job) => (
      <span className="flex min-w-0 flex-col items-start gap-0.5 py-1 lg:min-w-52 max-md:items-end">
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <Badge>{job.kind}</Badge>
          <span className="[overflow-wrap:anywhere]">
            <LearnedText text={job.agentId} />
          </span>
        </span>
        <IdChip id={job.id} label="Job id" />
      </span>
    ),
  },
  {
    key: 'about',
    header: 'About',
    className: 'md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => <JobSubject job={job} />,
  },
  {
    key: 'error',
    header: 'Last error',
    className: 'md:w-1/3 md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => (
      <span className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere] text-code max-md:min-w-0 max-md:text-right">
        <LearnedText text={job.lastError ?? 'not recorded'} />
      </span>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    kind: 'number',
    className: 'md:[td&]:align-top md:[td&]:py-2',
    cell: (job) => job.attempts,
  },
  {
    key: 'failed',
    header: 'Failed',
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

export function JobList({ rows }: { rows: readonly FailedJob[] }) {
  return <Table caption="Failed jobs" columns={COLUMNS} rows={rows} rowKey={(job) => job.id} />;
}
