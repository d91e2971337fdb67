'use client';

/** What stands above the rows: how the day goes, the tabs, the filters, and what has come in since. */
import Link from 'next/link';
import type { Outputs } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { buttonLook } from '../ui/forms/button-look.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { EmptyState } from '../ui/layout/states.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { durationText } from '../ui/text/clock.ts';
import { useAgentHref } from '../url/use-url-state.ts';
import { QueueFilters } from './queue-filters.tsx';
import { filtersSet, type ReviewState, TABS } from './review-state.ts';
import type { Review } from './use-review.ts';

type Counts = Outputs['changesets']['counts'];

/** "12 of 50 decided today · oldest 2 d · median 38 s". */
function findingOf({ decided, pending, oldestPendingAt, medianSeconds }: Counts): string {
  const parts = [`${decided} of ${decided + pending} decided today`];
  if (oldestPendingAt !== null) {
    parts.push(`oldest ${durationText((Date.now() - Date.parse(oldestPendingAt)) / 1000)}`);
  }
  if (medianSeconds !== null) parts.push(`median ${durationText(medianSeconds)}`);
  return parts.join(' · ');
}

export function QueueHead({ review, counts }: { review: Review; counts: Counts | undefined }) {
  const { state, change, hrefFor } = review;
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title="Review"
        meta={
          <span className="min-h-4 text-table tabular-nums">
            {counts === undefined ? '' : findingOf(counts)}
          </span>
        }
      />
      <Tabs
        label="Changesets by status"
        tabs={TABS.map(({ id, label, counted }) => ({
          label,
          href: hrefFor({ tab: id, id: '', order: '' }),
          current: state.tab === id,
          count: counted && counts?.tabs[id] !== 0 ? counts?.tabs[id] : undefined,
        }))}
      />
      <QueueFilters state={state} change={change} />
    </div>
  );
}

/** Says how many came in; showing them is the reviewer's choice, since the rows then move. */
export function NewBar({ review }: { review: Review }) {
  const { newer, refresh, list } = review.queue;
  if (newer === 0) return null;
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-3 bg-accent-soft px-4 py-1.5 text-table"
    >
      <span className="text-accent-strong">{newer} new</span>
      <Button size="small" loading={list.isRefetching} onClick={() => void refresh()}>
        Show
      </Button>
    </div>
  );
}

interface QueueEmptyProps {
  review: Review;
  counts: Outputs['changesets']['counts'] | undefined;
}

const NOTHING: Record<ReviewState['tab'], { title: string; text: string }> = {
  pending: { title: 'Nothing waiting', text: '' },
  queued: {
    title: 'Nothing queued',
    text: 'Approved changes wait here while a canary runs on the skill they change.',
  },
  canary: {
    title: 'No canary is running',
    text: 'Approved changes that are tried on a share of the runs stand here until there is a verdict.',
  },
  decided: { title: 'Nothing decided yet', text: 'What you, others or policy decided will be listed here.' },
  all: { title: 'Nothing was proposed yet', text: 'Every proposed change of a skill will be listed here.' },
};

/** The queue without rows: nothing fits the filter, nothing waits, or nothing was ever proposed. */
export function QueueEmpty({ review, counts }: QueueEmptyProps) {
  const { state, change } = review;
  if (filtersSet(state) > 0) {
    const clear = () => change({ source: '', risk: '', finding: '', skill: '', text: '', id: '' });
    return (
      <EmptyState
        title="Nothing fits these filters"
        action={<Button onClick={clear}>Clear the filters</Button>}
      />
    );
  }
  const { title, text } = NOTHING[state.tab];
  if (state.tab !== 'pending') return <EmptyState title={title}>{text}</EmptyState>;
  return <NothingWaiting title={title} automatic={counts?.automatic ?? 0} />;
}

function NothingWaiting({ title, automatic }: { title: string; automatic: number }) {
  const hrefOf = useAgentHref();
  const approved =
    automatic === 0
      ? 'Policy approved nothing by itself today.'
      : `Policy approved ${automatic} by itself today.`;
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          <Link href={hrefOf('/review?tab=decided')} className={buttonLook({})}>
            See what was decided
          </Link>
          <Link href={hrefOf('/insights')} className={buttonLook({ variant: 'quiet' })}>
            Is learning helping?
          </Link>
        </div>
      }
    >
      {approved} New proposals appear here by themselves.
    </EmptyState>
  );
}
