'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
/** What stands above the rows: how the day goes, the tabs and the filters. */
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import type { Outputs } from '../api/trpc.ts';
import { nameOfRef } from '../changesets/sources/source-words.ts';
import { Button, type ButtonProps } from '../ui/forms/button.tsx';
import { Select } from '../ui/forms/field.tsx';
import { TypedFilter } from '../ui/forms/typed-filter.tsx';
import { ListFilter, X } from '../ui/generated/icons.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { durationText } from '../ui/text/clock.ts';
import { grouped } from '../ui/text/counted.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { useNow } from '../ui/text/use-time.ts';
import { filtersSet, NO_FILTER, ordersOf, REVIEW_STATE, TABS } from './review-state.ts';
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

const load = () => import('./filter-popover.tsx').then((m) => m.FilterPopover);
const FilterPopover = dynamic(load, { ssr: false });

type FilterProps = Pick<Review, 'state' | 'change'>;

function QueueFilters({ state, change }: FilterProps) {
  const [used, setUsed] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TypedFilter
        label="Search"
        value={state.text}
        onValue={(text) => change({ text, id: '' }, { history: 'replace' })}
        focusable={true}
        className="min-w-0 flex-1 basis-28"
      />
      {used ? (
        <FilterPopover state={state} change={change} trigger={<FilterButton state={state} />} />
      ) : (
        // The button stands until what it opens is there, so that nothing jumps.
        <FilterButton
          state={state}
          onClick={() => void load().then(() => setUsed(true))}
          onPointerEnter={() => void load()}
        />
      )}
      <Select
        label="Order"
        hideLabel={true}
        value={state.order}
        options={ordersOf(state.tab)}
        onValueChange={(order) => change({ order: REVIEW_STATE.order.parse(order) ?? '', id: '' })}
        className="w-40"
      />
      <Chips state={state} change={change} />
    </div>
  );
}

/** Says how many filters are set. */
function FilterButton({ state, ...rest }: ButtonProps & Pick<Review, 'state'>) {
  const set = filtersSet({ ...state, text: '' });
  return (
    <Button aria-haspopup="dialog" aria-expanded={false} {...rest}>
      <ListFilter aria-hidden="true" />
      {set === 0 ? 'Filter' : `Filter (${set})`}
    </Button>
  );
}

function Chips({ state, change }: FilterProps) {
  const chips = [
    ...(['risk', 'finding'] as const).map((field) => ({ field, text: `${field} ${state[field]}` })),
    { field: 'source' as const, text: `proposed by ${state.source}` },
    { field: 'learned' as const, text: `from ${nameOfRef(state.learned)}` },
    { field: 'skill' as const, text: 'one skill' },
  ].filter(({ field }) => state[field] !== '');
  if (chips.length === 0) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-1.5">
      {chips.map(({ field, text }) => (
        <Button
          key={field}
          size="small"
          onClick={() => change({ [field]: '', id: '' })}
          aria-label={inWords(`Remove the filter ${text}`)}
          className="rounded-full"
        >
          <LearnedText text={text} className="max-w-60 truncate" />
          <X aria-hidden="true" />
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={() => change(NO_FILTER)}>
        Clear
      </Button>
    </div>
  );
}
