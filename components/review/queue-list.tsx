/** The rows, under headings where they are sorted by skill, with the end that loads more. */
'use client';

import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useBegun } from '../changesets/decide/drafts.ts';
import { LoadMore } from '../ui/layout/states.tsx';
import type { Selection } from '../ui/layout/use-selection.ts';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { QueueRow } from './queue-row.tsx';
import type { QueueItem } from './review-state.ts';
import { driftSince, groupsOf, heldAlike, waitingBySkill } from './row-text.ts';
import type { Review } from './use-review.ts';
import { skillsBrought } from './verdicts.ts';

interface QueueListProps {
  review: Review;
  selection: Selection;
  /** Whether there is room for a changeset beside the list. */
  wide: boolean;
}

export function QueueList({ review, selection, wide }: QueueListProps) {
  const { state, current, verdicts, skipped, queue } = review;
  const place = useRef<HTMLDivElement>(null);
  const waiting = waitingBySkill(queue.items, review.open);
  const alike = heldAlike(queue.items, review.open);
  const begun = useBegun().split(' ');
  const since = {
    moved: skillsBrought('applied', queue.items, verdicts),
    onTrial: skillsBrought('canary', queue.items, verdicts),
  };
  // The first row is in view: to scroll there would have Tab begin there, past the way to skip to the page.
  const inView = useRef(queue.items[0]?.id ?? null);
  useEffect(() => {
    if (current === null || current === inView.current) return;
    inView.current = current;
    place.current
      ?.querySelector(`[data-changeset="${CSS.escape(current)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const latest = useRef({ review, selection, wide });
  useEffect(() => {
    latest.current = { review, selection, wide };
  });
  const onPick = useCallback((id: string, event: MouseEvent) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!latest.current.wide || modified) return;
    event.preventDefault();
    latest.current.review.show(id);
  }, []);
  const onAlike = useCallback((id: string) => {
    const { review, selection } = latest.current;
    selection.replace(heldAlike(review.queue.items, review.open).get(id) ?? []);
  }, []);
  const onTick = useCallback((id: string, on: boolean) => latest.current.selection.set(id, on), []);
  const row = (item: QueueItem) => (
    <QueueRow
      key={item.id}
      item={item}
      href={review.pageHref(item.id)}
      current={item.id === current}
      ticked={selection.has(item.id)}
      skipped={skipped.has(item.id)}
      begun={begun.includes(item.id)}
      drift={driftSince(item, since)}
      verdict={item.status === 'pending' ? verdicts.get(item.id) : undefined}
      rivals={Math.max(0, ...item.skills.map(({ id }) => (id === null ? 0 : (waiting.get(id) ?? 0))))}
      alike={alike.get(item.id)?.length ?? 0}
      onPick={onPick}
      onTick={onTick}
      onAlike={onAlike}
    />
  );
  return (
    <div ref={place}>
      {state.order === 'skill' ? (
        <Groups items={queue.items} row={row} />
      ) : (
        <Rows items={queue.items} row={row} />
      )}
      <LoadMore list={queue.list} shown={queue.items.length} noun="changeset" />
    </div>
  );
}

interface RowsProps {
  items: readonly QueueItem[];
  row: (item: QueueItem) => React.ReactNode;
}

function Rows({ items, row }: RowsProps) {
  return <ul aria-label="Changesets">{items.map(row)}</ul>;
}

function Groups({ items, row }: RowsProps) {
  return groupsOf(items).map((group) => (
    <section key={group.key} aria-label={inWords(group.name)}>
      <h2 className="sticky top-0 z-2 flex items-baseline gap-2 border-line border-b bg-sunken px-4 py-1.5 text-caption text-quiet">
        <LearnedText text={group.name} className="truncate font-semibold text-ink" />
        {group.items.length > 1 && group.key !== 'new' ? (
          <span className="shrink-0">
            {group.items.length} proposals: applying one makes the others stale
          </span>
        ) : null}
      </h2>
      <ul aria-label={inWords(`Changesets of ${group.name}`)}>{group.items.map(row)}</ul>
    </section>
  ));
}
