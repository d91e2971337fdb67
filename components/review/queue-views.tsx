'use client';

/** The filters of the queue that were saved, each at one press. */
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '../api/trpc.ts';
import { cn } from '../ui/cn.ts';
import { Button, type ButtonProps } from '../ui/forms/button.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { followInPlace, useAgent } from '../url/use-url-state.ts';
import { filtersSet, NO_FILTER, queryOf } from './review-state.ts';
import type { Review } from './use-review.ts';

/** Saved filters that are shown at once. */
const FIRST_SHOWN = 6;

const load = () => import('./save-filter.tsx');
const SaveFilter = dynamic(() => load().then((m) => m.SaveFilter), {
  ssr: false,
  loading: () => <SaveButton />,
});
const RemoveFilter = dynamic(() => load().then((m) => m.RemoveFilter), { ssr: false });

function SaveButton(props: ButtonProps) {
  return (
    <Button size="small" variant="quiet" aria-haspopup="dialog" aria-expanded={false} {...props}>
      Save filter
    </Button>
  );
}

const hrefOf = (query: string) => (query === '' ? '/review' : `/review?${query}`);

export function QueueViews({ review: { state } }: { review: Review }) {
  const trpc = useTRPC();
  const [agentId] = useAgent();
  const { data: filters = [] } = useQuery(trpc.savedFilters.list.queryOptions());
  const [all, setAll] = useState(false);
  const [saving, setSaving] = useState(false);
  const query = queryOf(state, agentId);
  const unfiltered = hrefOf(queryOf({ ...state, ...NO_FILTER, order: '', tab: 'pending' }, agentId));
  const narrowed = filtersSet(state) > 0 || state.order !== '';
  const current = filters.find((filter) => filter.query === query);
  const shown = filters.filter((filter, at) => all || at < FIRST_SHOWN || filter === current);
  if (filters.length === 0 && !narrowed) return null;
  return (
    <nav
      aria-label="Saved views"
      className="flex items-center gap-1.5 max-md:-my-0.5 max-md:min-w-0 max-md:flex-1 max-md:basis-36 max-md:overflow-x-auto max-md:p-0.5 max-md:[&>*]:shrink-0 md:w-full md:flex-wrap"
    >
      {shown.map((filter) => (
        <span key={filter.id} className="inline-flex min-w-0 items-center">
          <ViewLink
            current={filter === current}
            href={filter === current ? unfiltered : hrefOf(filter.query)}
            title={filter.shared ? 'Shared with everyone in the tenant' : undefined}
          >
            <LearnedText text={filter.name} className="max-w-40 truncate" />
            {filter.shared ? <span className="sr-only">shared</span> : null}
          </ViewLink>
          {filter === current && filter.removable ? <RemoveFilter filter={filter} /> : null}
        </span>
      ))}
      {filters.length > shown.length ? (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          {filters.length - shown.length} more
        </Button>
      ) : null}
      {current !== undefined || !narrowed ? null : saving ? (
        <SaveFilter query={query} trigger={<SaveButton />} />
      ) : (
        <SaveButton onClick={() => setSaving(true)} onPointerEnter={() => void load()} />
      )}
    </nav>
  );
}

interface ViewLinkProps {
  href: string;
  current: boolean;
  title?: string | undefined;
  children: ReactNode;
}

function ViewLink({ href, current, title, children }: ViewLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      onClick={followInPlace}
      title={title}
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
