'use client';

/** What reviewers look at most, each at one press: what waits for the viewer, and the filters that were saved. */
import Link from 'next/link';
import { cn } from '../ui/cn.ts';
import { grouped } from '../ui/text/counted.ts';
import { followInPlace } from '../url/use-url-state.ts';
import { NO_FILTER } from './review-state.ts';
import type { Review } from './use-review.ts';

interface QueueViewsProps {
  review: Review;
  /** How many changesets wait for the viewer; undefined until that is known. */
  waiting: number | undefined;
}

export function QueueViews({ review, waiting = 0 }: QueueViewsProps) {
  const { state, hrefFor } = review;
  const mine = state.who === 'me';
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-1.5">
      <ViewLink
        current={mine}
        href={hrefFor({
          ...NO_FILTER,
          order: '',
          ...(mine ? { tab: 'pending' } : { tab: 'all', who: 'me' }),
        })}
      >
        Waiting for me
        {waiting === 0 ? null : (
          <span className="rounded-sm bg-accent-soft px-1 text-accent-strong tabular-nums">
            {grouped(waiting)}
          </span>
        )}
      </ViewLink>
    </nav>
  );
}

interface ViewLinkProps {
  href: string;
  current: boolean;
  children: React.ReactNode;
}

function ViewLink({ href, current, children }: ViewLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      onClick={followInPlace}
      aria-current={current ? 'true' : undefined}
      className={cn(
        'inline-flex h-7 min-w-0 items-center gap-1.5 rounded-full px-2.5 text-caption ring-1 ring-inset',
        current
          ? 'bg-accent-soft font-medium text-accent-strong ring-accent/40'
          : 'bg-surface text-quiet ring-line hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}
