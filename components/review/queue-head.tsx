'use client';

/** What stands above the rows: how the day goes, the tabs, the filters, and what has come in since. */
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import type { Outputs } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { durationText } from '../ui/text/clock.ts';
import { grouped } from '../ui/text/counted.ts';
import { useNow } from '../ui/text/use-time.ts';
import { QueueFilters } from './queue-filters.tsx';
import { TABS } from './review-state.ts';
import type { Review } from './use-review.ts';

type Counts = Outputs['changesets']['counts'];

/** "12 of 50 decided today · oldest 2 d · median 38 s". */
function findingOf({ decided, pending, oldestPendingAt, medianSeconds }: Counts, now: number): string {
  const parts = [`${grouped(decided)} of ${upToMost(decided + pending)} decided today`];
  if (oldestPendingAt !== null) {
    parts.push(`oldest ${durationText((now - Date.parse(oldestPendingAt)) / 1000)}`);
  }
  if (medianSeconds !== null) parts.push(`median ${durationText(medianSeconds)}`);
  return parts.join(' · ');
}

export function QueueHead({ review, counts }: { review: Review; counts: Counts | undefined }) {
  const { state, change, hrefFor } = review;
  const now = useNow();
  return (
    <div className="flex flex-col gap-3">
      <div className="short:sr-only">
        <PageHeader
          title="Review"
          meta={
            <span className="min-h-4 text-table tabular-nums">
              {counts === undefined ? '' : findingOf(counts, now)}
            </span>
          }
        />
      </div>
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
      <span className="text-accent-strong">{grouped(newer)} new</span>
      <Button size="small" loading={list.isRefetching} onClick={() => void refresh()}>
        Show
      </Button>
    </div>
  );
}
