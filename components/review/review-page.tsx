'use client';

/**
 * Review: what learning proposes, and the place where people decide on it. From 1280 px the changeset stands
 * beside the list, so that a day's triage needs no change of page; below that the list leads to it.
 */
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import { upToMost } from '../../server/domain/admin/bounded-count.ts';
import { useTRPC } from '../api/trpc.ts';
import type { Decided } from '../changesets/decide/decision.ts';
import { useLastDecision } from '../changesets/decide/last-decision.ts';
import { nameOfRef } from '../changesets/sources/source-words.ts';
import { useFirstRun } from '../first-run/use-first-run.ts';
import { useBadges } from '../shell/navigation.ts';
import { PageGate, ScopedButton } from '../shell/scope-gate.tsx';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { X } from '../ui/generated/icons.tsx';
import { ErrorBlock, SkeletonRows } from '../ui/layout/states.tsx';
import { type Selection, useSelection } from '../ui/layout/use-selection.ts';
import { useTabTitle } from '../ui/layout/use-tab-title.ts';
import { grouped } from '../ui/text/counted.ts';
import { QueueHead } from './queue-head.tsx';
import { QueueList } from './queue-list.tsx';
import { type Review, useCounts, useHeadingFocus, useReview, useReviewKeys, useWide } from './use-review.ts';

/** The script of the list alone does without it. No `loading`: the server writes it into its place. */
const ChangesetView = dynamic(() => import('../changesets/changeset-view.tsx').then((m) => m.ChangesetView));

interface ChangesetPaneProps {
  id: string;
  focus: boolean;
  onDecided: (decided: Decided) => void;
}

function ChangesetPane({ id, focus, onDecided }: ChangesetPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  useHeadingFocus(place, focus ? id : null);
  return (
    <div ref={place} className="h-full overflow-y-auto px-6 pt-5 max-xl:hidden">
      <ChangesetView id={id} embedded={true} onDecided={onDecided} />
    </div>
  );
}

/** Side by side from 1280 px, each scrolling by itself; the list alone without a changeset. */
const SPLIT =
  'xl:-my-5 xl:-mx-6 xl:grid xl:h-[calc(100dvh-var(--bars))] xl:flex-none xl:grid-cols-[26rem_minmax(0,1fr)] xl:grid-rows-[minmax(0,1fr)]';
const LEFT = 'xl:border-line xl:border-r xl:bg-surface xl:pt-4';
const ROWS = 'max-xl:rounded-md max-xl:border xl:overflow-y-auto xl:border-t';

const DecisionLine = dynamic(
  () => import('../changesets/decide/decision-line.tsx').then((m) => m.DecisionLine),
  { ssr: false },
);

/** Loaded when it is used: most visits never do. */
const BulkSheet = dynamic(() => import('./bulk-sheet.tsx').then((m) => m.BulkSheet), {
  ssr: false,
});
/** With `loading`, the page does not wait for the script of what comes later: its keys go on working. */
const QueueEmpty = dynamic(() => import('./queue-empty.tsx').then((m) => m.QueueEmpty), {
  loading: () => null,
});
const FirstRun = dynamic(() => import('../first-run/first-run.tsx').then((m) => m.FirstRun), {
  loading: () => null,
});

/** The changeset beside the list. It starts at its top, and takes the focus where a decision led to it. */
export function ReviewPage() {
  return (
    <PageGate page="Review" scopes={['review']}>
      <QueueOrFirstRun />
    </PageGate>
  );
}

/** A tenant that never had anything to decide on is shown how to begin, on the whole page. */
function QueueOrFirstRun() {
  const { start, dismiss, keep } = useFirstRun();
  if (start === null) return <ReviewQueue />;
  return <FirstRun start={start} onDismiss={dismiss} onWritten={keep} />;
}

function ReviewQueue() {
  const wide = useWide();
  const decision = useLastDecision();
  const review = useReview();
  const selection = useSelection(review.open);
  const counts = useCounts(review.state).data;
  const { pendingChangesets } = useBadges();
  useTabTitle(pendingChangesets === 0 ? 'Review' : `(${upToMost(pendingChangesets)}) Review`);
  const [bulk, setBulk] = useState<{ what: 'approve' | 'reject'; ids: readonly string[] } | null>(null);
  const begin = (what: 'approve' | 'reject') => setBulk({ what, ids: selection.selected });
  useReviewKeys(review, selection, begin);
  const { current, queue } = review;
  const chosen = queue.items.filter(({ id }) => bulk?.ids.includes(id));
  const beside = current !== null || queue.list.isPending;
  return (
    <div className={cn('flex flex-1 flex-col', beside && SPLIT)}>
      <div className={cn('flex min-h-0 min-w-0 flex-col gap-3', beside && LEFT)}>
        <div className={cn(beside && 'xl:px-4')}>
          <QueueHead review={review} counts={counts} />
          <LearningOff />
          {decision === null ? null : <DecisionLine decision={decision} className="mt-2" />}
        </div>
        <div className={cn('min-h-0 flex-1 border-line bg-surface', beside ? ROWS : 'rounded-md border')}>
          <QueueBody review={review} selection={selection} wide={wide}>
            <QueueEmpty review={review} counts={counts} />
          </QueueBody>
        </div>
        <BulkBar
          selection={selection}
          selectable={review.ids.filter(review.open)}
          source={review.state.learned}
          onAll={() => void review.loadAll().then(selection.replace)}
          onBulk={begin}
        />
      </div>
      {wide && current !== null ? (
        <ChangesetPane
          key={current}
          id={current}
          focus={review.focusOn === current}
          onDecided={review.onDecided}
        />
      ) : null}
      {bulk === null ? null : (
        <BulkSheet
          what={bulk.what}
          items={chosen}
          onOutcome={review.record}
          // The selection stays: what was decided is no longer part of it.
          onClose={() => setBulk(null)}
        />
      )}
    </div>
  );
}

interface QueueBodyProps {
  review: Review;
  selection: Selection;
  wide: boolean;
  children: React.ReactNode;
}

/** Rows that are there stay when reading more of them fails. */
function QueueBody({ review, selection, wide, children }: QueueBodyProps) {
  const { list, items } = review.queue;
  const failed = list.isError ? (
    <div className="p-4">
      <ErrorBlock what="load the queue" error={list.error} onRetry={() => void list.refetch()} />
    </div>
  ) : null;
  if (list.isPending) return <SkeletonRows count={9} label="Loading the queue" />;
  if (items.length === 0) return failed ?? children;
  return (
    <>
      {failed}
      <QueueList review={review} selection={selection} wide={wide} />
    </>
  );
}

function LearningOff() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.session.me.queryOptions());
  if (data?.settings.provider !== 'none') return null;
  return (
    <p className="short:hidden mt-3 rounded-md bg-attention-soft px-3 py-1.5 text-caption">
      No learning model is configured: runs are recorded, but nothing is learned. Skills can be written by
      hand, and the operator can configure a model.
    </p>
  );
}

/** What can be done with the ticked rows. */
interface BulkBarProps {
  selection: Selection;
  /** Ids of the rows that could be ticked. */
  selectable: readonly string[];
  /** The source by which the list is filtered: all that it taught can be selected at once. */
  source: string;
  onAll: () => void;
  onBulk: (what: 'approve' | 'reject') => void;
}

function BulkBar({ selection, selectable, source, onAll, onBulk }: BulkBarProps) {
  const { selected } = selection;
  if (selected.length === 0 && (source === '' || selectable.length === 0)) return null;
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-2 max-xl:sticky max-xl:bottom-0 max-xl:z-10"
    >
      {selected.length === 0 ? (
        <ScopedButton scope="review" size="small" onClick={onAll}>
          Select all from {nameOfRef(source)}
        </ScopedButton>
      ) : (
        <Selected selection={selection} selectable={selectable} onBulk={onBulk} />
      )}
    </section>
  );
}

type SelectedProps = Pick<BulkBarProps, 'selection' | 'selectable' | 'onBulk'>;

function Selected({ selection: { selected, clear, replace }, selectable, onBulk }: SelectedProps) {
  return (
    <>
      <div className="flex flex-1 items-center gap-1 xl:w-full xl:flex-none">
        <Button size="icon-small" variant="quiet" aria-label="Clear the selection" onClick={clear}>
          <X aria-hidden="true" />
        </Button>
        <span className="flex-1 font-medium text-table tabular-nums">
          {grouped(selected.length)} selected
        </span>
        {selected.length < selectable.length ? (
          <Button size="small" variant="quiet" onClick={() => replace(selectable)}>
            All {grouped(selectable.length)}
          </Button>
        ) : null}
      </div>
      <div className="flex gap-2 xl:grid xl:w-full xl:grid-cols-2">
        <ScopedButton scope="review" size="small" shortcut="list.reject" onClick={() => onBulk('reject')}>
          Reject
        </ScopedButton>
        <ScopedButton scope="review" size="small" shortcut="list.approve" onClick={() => onBulk('approve')}>
          Approve
        </ScopedButton>
      </div>
    </>
  );
}
