/** Failed jobs as rows: what each was to do, what it was about, what went wrong, and a way to try it again. */
'use client';

import { Badge } from '../ui/badge.tsx';
import { IdChip } from '../ui/id-chip.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { FailedJob } from './failed-job.ts';
import { JobSubject } from './job-subject.tsx';
import { RetryButton } from './retry-button.tsx';

const COLUMNS: Column<FailedJob>[] = [
  { key: 'kind', header: 'Job', cell: (job) => <Badge>{job.kind}</Badge> },
  {
    key: 'agent',
    header: 'Agent',
    cell: (job) => <span className="block max-w-48 truncate font-medium">{job.agentId}</span>,
  },
  { key: 'about', header: 'About', cell: (job) => <JobSubject job={job} /> },
  {
    key: 'error',
    header: 'Last error',
    className: 'md:w-2/5',
    cell: (job) => (
      <span className="whitespace-pre-wrap break-words font-mono text-code max-md:min-w-0 max-md:text-right">
        {job.lastError ?? 'not recorded'}
      </span>
    ),
  },
  { key: 'attempts', header: 'Attempts', kind: 'number', cell: (job) => job.attempts },
  { key: 'failed', header: 'Failed', cell: (job) => <Time at={job.failedAt} /> },
  { key: 'id', header: 'Id', cell: (job) => <IdChip id={job.id} label="Job id" /> },
  { key: 'retry', header: 'Actions', kind: 'actions', cell: (job) => <RetryButton job={job} /> },
];

export function JobList({ rows }: { rows: readonly FailedJob[] }) {
  return <Table caption="Failed jobs" columns={COLUMNS} rows={rows} rowKey={(job) => job.id} />;
}
