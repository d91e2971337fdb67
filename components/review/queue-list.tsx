/** The rows, under headings where they are sorted by skill, with the end that loads more. */
'use client';

import { type MouseEvent, memo, useCallback, useEffect, useRef } from 'react';
import { useBegun } from '../changesets/decide/drafts.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { headlineWords } from '../changesets/headline-words.ts';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { cn } from '../ui/cn.ts';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { Hourglass, MoveUpRight } from '../ui/generated/icons.tsx';
import { LoadMore } from '../ui/layout/states.tsx';
import type { Selection } from '../ui/layout/use-selection.ts';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import type { QueueItem } from './review-state.ts';
import {
  adviceText,
  driftText,
  evidenceText,
  groupsOf,
  heldAlike,
  learnedText,
  scoreText,
  skillText,
  waitingBySkill,
} from './row-text.ts';
import type { Review } from './use-review.ts';
import type { RowDecision } from './verdicts.ts';

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

interface QueueRowProps {
  item: QueueItem;
  href: string;
  current: boolean;
  ticked: boolean;
  skipped: boolean;
  /** Whether the reviewer has left something half-written on it. */
  begun: boolean;
  verdict: RowDecision | undefined;
  /** How many that wait touch its skill, itself counted. */
  rivals: number;
  /** How many wait that the same finding holds, itself counted; 0 where another row tells that, or it is alone. */
  alike: number;
  onPick: (id: string, event: MouseEvent) => void;
  onTick: (id: string, on: boolean) => void;
  /** Selects those that are held alike. */
  onAlike: (id: string) => void;
}

const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { item, href, current, ticked, verdict, alike, onPick, onTick, onAlike } = props;
  const waiting = item.status === 'pending' && verdict === undefined;
  return (
    <li
      data-changeset={item.id}
      className={cn(
        'group relative flex scroll-my-2 gap-2.5 border-line border-b px-4 py-2.5 short:py-1 [contain-intrinsic-size:auto_85px] [content-visibility:auto] hover:bg-sunken/70',
        current && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {current ? <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" /> : null}
      <div className="relative z-1 pt-px">
        <Checkbox
          label={inWords(`Select ${headlineWords(item.headline)}, of ${skillText(item)}`)}
          hideLabel={true}
          checked={ticked}
          disabled={!waiting}
          onCheckedChange={(on) => onTick(item.id, on)}
        />
      </div>
      <div className={cn('flex min-w-0 flex-1 flex-col gap-0.5', !waiting && 'text-quiet')}>
        <div className="flex items-baseline gap-3">
          <Link
            href={href}
            aria-current={current ? 'true' : undefined}
            onClick={(event) => onPick(item.id, event)}
            className="line-clamp-2 short:line-clamp-1 min-w-0 flex-1 break-words font-medium -outline-offset-2 after:absolute after:inset-0"
          >
            <HeadlineText headline={item.headline} most={item.headline.more > 0 ? ROW_WITH_MORE : ROW} />
          </Link>
          <span className="shrink-0 text-caption text-quiet">
            <Time at={item.createdAt} />
          </span>
        </div>
        <Facts {...props} waiting={waiting} />
        {alike === 0 ? null : (
          <button
            type="button"
            onClick={() => onAlike(item.id)}
            className="relative z-1 min-h-6 self-start text-accent text-caption hover:text-accent-strong hover:underline"
          >
            {alike} like this: decide together
          </button>
        )}
      </div>
    </li>
  );
});

/** As much of a headline as two lines of a row take, and with a count of further operations behind it. */
const ROW = 84;
const ROW_WITH_MORE = 64;

function factsOf(item: QueueItem): string[] {
  const source = item.source === 'api' ? 'by a person' : item.source;
  return [source, evidenceText(item), scoreText(item)].filter((fact) => fact !== null);
}

function Facts(props: QueueRowProps & { waiting: boolean }) {
  const { item, verdict, skipped, begun, rivals, waiting } = props;
  const advice = adviceText(item);
  const learned = learnedText(item);
  return (
    <div className="flex h-5 items-center gap-2 overflow-hidden text-caption text-quiet tabular-nums">
      {verdict === undefined ? (
        <>
          {waiting ? null : <StatusBadge status={item.rolledBack ? 'rolled back' : item.status} />}
          <RiskMark risk={item.risk} findings={item.findings} />
        </>
      ) : (
        <Badge tone={verdict.sure ? 'neutral' : 'accent'}>{verdict.text}</Badge>
      )}
      {advice === null ? null : <Badge>{advice}</Badge>}
      {waiting ? <WaitingBadges item={item} skipped={skipped} begun={begun} /> : null}
      <span className="min-w-0 truncate">
        {learned === null ? null : <LearnedText text={`${learned} · `} />}
        <LearnedText text={skillText(item)} />
        {rivals > 1 && waiting ? (
          <span title="Applying one makes the others stale">, {rivals} waiting</span>
        ) : null}
        <LearnedText
          text={factsOf(item)
            .map((fact) => ` · ${fact}`)
            .join('')}
        />
      </span>
    </div>
  );
}

/** What approving would meet. */
const DRIFT = {
  moved: {
    icon: <MoveUpRight aria-hidden="true" className="size-3" />,
    means: 'A skill has changed since this was proposed; approving will fail',
  },
  blocked: {
    icon: <Hourglass aria-hidden="true" className="size-3" />,
    means: 'A canary runs on one of its skills; approving will queue it',
  },
};

type WaitingProps = Pick<QueueRowProps, 'item' | 'skipped' | 'begun'>;

function WaitingBadges({ item, skipped, begun }: WaitingProps) {
  const { drift } = item;
  return (
    <>
      {drift === 'current' ? null : (
        <Badge tone="attention" title={DRIFT[drift].means}>
          {DRIFT[drift].icon}
          {driftText(drift, item)}
        </Badge>
      )}
      {begun ? (
        <Badge tone="accent" title="Your draft is kept">
          draft
        </Badge>
      ) : null}
      {skipped ? <Badge>skipped</Badge> : null}
    </>
  );
}
