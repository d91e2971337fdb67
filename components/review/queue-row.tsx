/** One changeset of the queue: what it says in up to two lines, then what a reviewer weighs in a third. */
'use client';

import { type MouseEvent, memo } from 'react';
import { HeadlineText } from '../changesets/headline.tsx';
import { headlineWords } from '../changesets/headline-words.ts';
import { RiskMark } from '../changesets/risk-mark.tsx';
import { cn } from '../ui/cn.ts';
import { Checkbox } from '../ui/forms/toggle.tsx';
import { Hourglass, MoveUpRight } from '../ui/generated/icons.tsx';
import { Badge, StatusBadge } from '../ui/text/badge.tsx';
import { inWords } from '../ui/text/hidden-marks.ts';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import type { QueueItem } from './review-state.ts';
import { adviceText, driftText, evidenceText, scoreText, skillText } from './row-text.ts';
import type { RowDecision } from './verdicts.ts';

interface QueueRowProps {
  item: QueueItem;
  href: string;
  current: boolean;
  ticked: boolean;
  skipped: boolean;
  /** Whether the reviewer has left something half-written on it. */
  begun: boolean;
  /** How approving it would go by now. */
  drift: QueueItem['drift'];
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

export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
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
  const { item, verdict, skipped, begun, drift, rivals, waiting } = props;
  const advice = adviceText(item);
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
      {waiting ? <WaitingBadges item={item} skipped={skipped} begun={begun} drift={drift} /> : null}
      <span className="min-w-0 truncate">
        <LearnedText text={skillText(item)} />
        {rivals > 1 && waiting ? (
          <span title="Applying one makes the others stale">, {rivals} waiting</span>
        ) : null}
        {factsOf(item).map((fact) => ` · ${fact}`)}
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

type WaitingProps = Pick<QueueRowProps, 'item' | 'skipped' | 'begun' | 'drift'>;

function WaitingBadges({ item, skipped, begun, drift }: WaitingProps) {
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
