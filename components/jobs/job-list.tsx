'use client';

/** Failed jobs as rows: what each was to do, what it was about, what went wrong, and a way to try it again. */
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { shortIds } from '../audit/actor-label.ts';
import { Button } from '../ui/forms/button.tsx';
import { type Column, Table } from '../ui/layout/table.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { IdChip } from '../ui/text/id-chip.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import type { FailedJob } from './jobs-page.tsx';

/** The skill that an evolution is about, or the webhooks; every other job is about what is open of its agent. */
function JobSubject({ kind, payload: { skillId, changesetId } }: FailedJob) {
  if (kind === 'deliver') {
    return (
      <Link href="/settings/webhooks" className="relative text-accent underline-offset-2 hover:underline">
        a webhook event
      </Link>
    );
  }
  if (kind === 'rehearse') return <span className="text-quiet">rehearsals</span>;
  if (changesetId !== undefined) {
    return (
      <Link
        href={`/changesets/${changesetId}`}
        className="relative text-accent underline-offset-2 hover:underline"
      >
        the past runs of a change
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

export function JobList({ rows }: { rows: readonly FailedJob[] }) {
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
