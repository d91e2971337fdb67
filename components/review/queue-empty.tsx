'use client';

import Link from 'next/link';
import type { Outputs } from '../api/trpc.ts';
import { buttonLook } from '../ui/forms/button-look.ts';
import { EmptyState, NoMatches } from '../ui/layout/states.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import { filtersSet, NO_FILTER, type ReviewState } from './review-state.ts';
import type { Review } from './use-review.ts';

interface QueueEmptyProps {
  review: Review;
  counts: Outputs['changesets']['counts'] | undefined;
}

const NOTHING: Record<ReviewState['tab'], { title: string; text: string }> = {
  pending: { title: 'Nothing waiting', text: '' },
  queued: {
    title: 'Nothing queued',
    text: 'Approved changes are queued here while a canary runs on the same skill.',
  },
  canary: {
    title: 'No canary is running',
    text: 'Approved changes that run as a canary appear here until their verdict.',
  },
  decided: { title: 'Nothing decided yet', text: 'Decisions by you, others or policy appear here.' },
  all: { title: 'No proposals yet', text: 'Every proposed change of a skill appears here.' },
};

/** The queue without rows: nothing fits the filter, nothing waits, or nothing was ever proposed. */
export function QueueEmpty({ review, counts }: QueueEmptyProps) {
  const { state, change } = review;
  if (filtersSet(state) > 0) return <NoMatches plural="changesets" onClear={() => change(NO_FILTER)} />;
  const { title, text } = NOTHING[state.tab];
  if (state.tab !== 'pending') return <EmptyState title={title}>{text}</EmptyState>;
  return <NothingWaiting title={title} automatic={counts?.automatic ?? 0} />;
}

function NothingWaiting({ title, automatic }: { title: string; automatic: number }) {
  const hrefOf = useAgentHref();
  const approved =
    automatic === 0
      ? 'Policy approved nothing automatically today.'
      : `Policy approved ${automatic} automatically today.`;
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          <Link href={hrefOf('/review?tab=decided')} className={buttonLook({})}>
            View decided changesets
          </Link>
          <Link href={hrefOf('/insights')} className={buttonLook({ variant: 'quiet' })}>
            Does learning help?
          </Link>
        </div>
      }
    >
      {approved} New proposals appear here automatically.
    </EmptyState>
  );
}
