'use client';

/** The designed states of a panel: nothing here, failed, not yet here, not allowed. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toCallError } from '../../api/trpc.ts';
import { cn } from '../cn.ts';
import { Button } from '../forms/button.tsx';
import { buttonLook } from '../forms/button-look.ts';
import { CircleAlert, Lock } from '../generated/icons.tsx';
import { asSentence } from '../text/counted.ts';
import { IdChip } from '../text/id-chip.tsx';
import { Learned, LearnedText } from '../text/learned-text.tsx';
import { Link } from '../text/link.tsx';
import { PageHeader } from './page-header.tsx';

const PATIENCE_MS = 200;

/** Says what will appear here and the one step that makes it appear. */
export function EmptyState(props: { title: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const { title, action, children } = props;
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-10 md:items-center md:text-center">
      <svg viewBox="0 0 48 20" className="h-5 w-12" aria-hidden="true">
        <path d="M2 17h44" className="stroke-line" strokeWidth="2.5" strokeLinecap="round" />
        <path d="M10 11 42 3" className="stroke-accent" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <p className="font-semibold text-heading">
        <Learned>{title}</Learned>
      </p>
      {children === undefined ? null : <div className="max-w-[60ch] text-quiet">{children}</div>}
      {action}
    </div>
  );
}

/** Where filters leave nothing of a list. `plural` says of what: "episodes". */
export function NoMatches({ plural, onClear }: { plural: string; onClear: () => void }) {
  return (
    <EmptyState title={`No ${plural} match`} action={<Button onClick={onClear}>Clear filters</Button>} />
  );
}

const INTERNAL = 'The gateway failed. Try again, or give the operator this request id.';

/** What failed, in the server's words, with the request's id and a retry. `what` completes "Could not …". */
export function ErrorBlock(props: { what: string; error: unknown; onRetry?: () => void }) {
  const { what, error, onRetry } = props;
  const failure = toCallError(error);
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-4">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="font-medium">Could not {what}</p>
        <LearnedText
          as="p"
          text={failure.kind === 'internal' ? INTERNAL : failure.detail}
          className="break-words text-quiet"
        />
        <div className="flex flex-wrap items-center gap-3">
          {onRetry === undefined ? null : (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )}
          {failure.requestId === null ? null : <IdChip id={failure.requestId} label="Request id" />}
        </div>
      </div>
    </div>
  );
}

/** A grey stand-in of the final size that shows only once waiting is felt. Give the size by `className`. */
export function Skeleton({ className }: { className: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div aria-hidden="true" className={cn('rounded-sm', late && 'animate-wait bg-line', className)} />;
}

/** Rows that wait, as tall as those to come. */
export function SkeletonRows({ count, label = 'Loading' }: { count: number; label?: string }) {
  return (
    <div className="flex flex-col gap-2 p-3" role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <Skeleton key={key} className="h-[calc(var(--row)-8px)]" />
      ))}
    </div>
  );
}

/** As a query or several of them have it: no error while they are read. */
export interface Loaded {
  error: unknown;
  refetch: () => unknown;
}

interface LoadingProps {
  query: Loaded;
  /** Completes "Loading …" and "Could not load …". */
  what: string;
  count: number;
  /** Whether it stands in a card without a margin of its own. */
  inset?: boolean;
}

/** Where a query has no data: rows that wait, or why it failed. */
export function Loading({ query: { error, refetch }, what, count, inset = false }: LoadingProps) {
  if (error === null) return <SkeletonRows count={count} label={`Loading ${what}`} />;
  const block = <ErrorBlock what={`load ${what}`} error={error} onRetry={() => void refetch()} />;
  return inset ? <div className="p-4">{block}</div> : block;
}

/** A page of one thing without data: `gone` where there is none of that id. `noun` in the singular: "skill". */
export function LoadingPage(props: { query: Loaded; noun: string; count: number; gone: ReactNode }) {
  const { query, noun, count, gone } = props;
  if (query.error !== null && toCallError(query.error).kind === 'not_found') return gone;
  return (
    <>
      <PageHeader title={asSentence(noun)} />
      <Loading query={query} what={`the ${noun}`} count={count} />
    </>
  );
}

/** A whole page that needs a permission which the session lacks. */
export function MissingScope({ scope, page }: { scope: string; page: string }) {
  return (
    <Locked page={page}>
      This page needs the {scope} scope, and you are signed in without it. Sign in with a key that has it, or
      ask an administrator for one.
    </Locked>
  );
}

/** The same of a page that no key of a tenant opens. */
export function OperatorsOnly({ page }: { page: string }) {
  return (
    <Locked page={page}>
      This page is for the operator of this gateway. Sign in with the bootstrap admin key to open it.
    </Locked>
  );
}

function Locked({ page, children }: { page: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-12 md:items-center md:text-center">
      <Lock aria-hidden="true" className="size-6 text-quiet" />
      <h1 className="font-semibold text-title">{page}</h1>
      <p className="max-w-[60ch] text-quiet">{children}</p>
    </div>
  );
}

// The same page for an id that never was, for what is gone, and for what belongs to another tenant.

interface ListAddress {
  href: string;
  label: string;
}

export function ListLink({ href, label }: ListAddress) {
  return (
    <Link href={href} className={buttonLook({})}>
      {label}
    </Link>
  );
}

/** `noun` in the singular: "skill". The list of all of them is where one goes on from here. */
export function Gone({ noun, list }: { noun: string; list: ListAddress }) {
  return (
    <>
      <PageHeader title={asSentence(`${noun} not found`)} />
      <EmptyState title="Nothing here" action={<ListLink {...list} />}>
        The id is unknown, or the {noun} belongs to another tenant.
      </EmptyState>
    </>
  );
}

export interface MoreToLoad {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export interface LoadMoreProps {
  list: MoreToLoad;
  /** How many are shown, for the line at the end. */
  shown: number;
  /** What one of them is. */
  noun: string;
  plural?: string;
}

const AHEAD = '600px';

/** The end of a keyset list: loads the next page when it comes into view, and by its button without scrolling. */
export function LoadMore({ list, shown, noun, plural = `${noun}s` }: LoadMoreProps) {
  const { hasNextPage: hasMore, isFetchingNextPage: loading } = list;
  const what = shown === 1 ? noun : plural;
  const place = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => {
    if (!loading) list.fetchNextPage();
  });
  useEffect(() => {
    const element = place.current;
    if (element === null || !hasMore || loading) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore, loading]);
  return (
    <div
      ref={place}
      className="flex min-h-11 items-center justify-between gap-3 border-line border-t px-4 py-1.5 text-caption text-quiet"
    >
      <span className="tabular-nums">
        {shown} {what}
        {hasMore ? ' shown' : ''}
      </span>
      {hasMore ? (
        <Button size="small" variant="quiet" loading={loading} onClick={() => list.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </div>
  );
}
