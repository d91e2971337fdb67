'use client';

/** The lift week by week with its interval, and on the same axis the changes that were applied. */
import { useState } from 'react';
import { WEEK_MS } from '../../server/domain/time.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { useHeadlines } from '../changesets/use-headlines.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { evidenceText, pointsText } from '../charts/evidence-number.ts';
import { cn } from '../ui/cn.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Link } from '../ui/text/link.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { LiftView } from './insight-types.ts';
import { weekText } from './lift-sentence.ts';
import { type MarkGroup, type Week, WeeklyChart } from './weekly-chart.tsx';

type Mark = LiftView['applied'][number];

export function WeeklyCard({ view }: { view: LiftView }) {
  const [pointed, setPointed] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState(false);
  if (view.weeks.length === 0) return null;
  const span = spanOf(view);
  const { weeks } = view;
  const marks = view.applied.filter(({ at }) => Date.parse(at) >= Date.parse(span[0] ?? ''));
  const open = (id: string) => {
    setOpened(true);
    requestAnimationFrame(() => document.getElementById(`applied-${id}`)?.focus());
  };
  const changes = marks.length === 0 ? '' : ' Numbers on the axis are the changes listed below.';
  return (
    <Card title="Week by week" note="success with skills minus success without">
      <ChartFrame
        name="lift-by-week"
        finding={findingOf(weeks)}
        caption={`Mean and 90 % interval of the lift per week, in percentage points. Weeks with fewer than 5 rated sessions in a group are left out. Below each date: rated runs with skills · without.${changes}`}
        table={{
          columns: ['Week of', 'Lift', '90 % from', 'to', 'Rated with skills', 'without', 'Changes applied'],
          rows: weeks.map((week) => rowOf(week, marks)),
        }}
      >
        {weeks.some(({ lift }) => lift !== null) ? (
          <WeeklyChart
            {...{ weeks, span, pointed }}
            marks={groupsOf(marks, span)}
            onPoint={setPointed}
            onOpen={open}
          />
        ) : null}
        <Applied {...{ marks, pointed, opened }} onPoint={setPointed} onOpen={() => setOpened(true)} />
      </ChartFrame>
    </Card>
  );
}

/** The fewest weeks that are drawn: one alone would fill the width. */
const LEAST_WEEKS = 8;

/** The weeks of the axis: from the first with evidence to the present one. */
function spanOf({ span, weeks }: LiftView): string[] {
  const first = weeks[0] === undefined ? span.length : span.indexOf(weeks[0].week);
  return span.slice(Math.max(0, Math.min(first, span.length - LEAST_WEEKS)));
}

/** Marks have room for two numbers each beside one another, also at 390 px. */
const MOST_MARKS = 8;

/** `marks` has the latest first; the oldest has number 1. */
function groupsOf(marks: readonly Mark[], span: readonly string[]): MarkGroup[] {
  const begin = Date.parse(span[0] ?? '');
  const room = (span.length * WEEK_MS) / MOST_MARKS;
  const numbered = marks.map(({ id, at }, index) => ({
    id,
    at: Date.parse(at),
    number: marks.length - index,
  }));
  const groups = Map.groupBy(numbered, ({ at }) => Math.floor((at - begin) / room));
  return [...groups.values()].map((group) => ({
    at: group.reduce((sum, { at }) => sum + at, 0) / group.length,
    ids: group.map(({ id }) => id),
    numbers: group.map(({ number }) => number),
  }));
}

const liftText = (lift: NonNullable<Week['lift']>): string =>
  `${pointsText(lift.mean)} points (90 % between ${pointsText(lift.low)} and ${pointsText(lift.high)})`;

function findingOf(weeks: readonly Week[]): string {
  const known = weeks.flatMap(({ week, lift }) => (lift === null ? [] : [{ week, ...lift }]));
  const [last] = known.toReversed();
  if (last === undefined) return 'No week has enough runs in both groups to compare.';
  const better = known.filter(({ low }) => low > 0).length;
  const worse = known.filter(({ high }) => high < 0).length;
  const latest = `In the week of ${weekText(last.week)} the lift was ${liftText(last)}.`;
  if (known.length === 1) return latest;
  const counts = [
    ...(better === 0 ? [] : [`${better} clearly better with skills`]),
    ...(worse === 0 ? [] : [`${worse} clearly worse`]),
  ];
  const said = counts.length === 0 ? 'none is clear by itself' : counts.join(', ');
  return `${latest} Of ${known.length} weeks that can be compared, ${said}.`;
}

const isIn = (week: string, at: string): boolean => {
  const since = Date.parse(at) - Date.parse(week);
  return since >= 0 && since < WEEK_MS;
};

function rowOf({ week, lift, treated, holdout }: Week, marks: readonly Mark[]): (string | number)[] {
  const figures = lift === null ? ['–', '–', '–'] : [lift.mean, lift.low, lift.high].map(pointsText);
  const changes = marks.filter(({ at }) => isIn(week, at)).length;
  return [weekText(week), ...figures, evidenceText(treated.weight), evidenceText(holdout.weight), changes];
}

const FIRST_SHOWN = 5;

interface AppliedProps {
  marks: readonly Mark[];
  /** The changes that are pointed at, here or on the axis. */
  pointed: readonly string[];
  /** Whether all are listed. */
  opened: boolean;
  onPoint: (ids: readonly string[]) => void;
  onOpen: () => void;
}

/** The marked changes by number and name, the latest first. */
function Applied({ marks, pointed, opened, onPoint, onOpen }: AppliedProps) {
  const hrefOf = useAgentHref();
  const shown = opened ? marks : marks.slice(0, FIRST_SHOWN);
  const headlines = useHeadlines(shown.map(({ id }) => id));
  if (marks.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-caption text-quiet">Changes applied in these weeks</p>
      <ul aria-label="Changes applied in these weeks" className="flex flex-col gap-1 text-table">
        {shown.map(({ id, agentId, at }, index) => {
          const headline = headlines.get(id);
          return (
            <li
              key={id}
              className={cn(
                '-mx-2 flex items-baseline gap-x-2 rounded-sm px-2',
                pointed.includes(id) && 'bg-attention-soft',
              )}
              onPointerEnter={() => onPoint([id])}
              onPointerLeave={() => onPoint([])}
            >
              <span className="w-5 shrink-0 text-right text-attention text-caption tabular-nums">
                {marks.length - index}
              </span>
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <Link
                  id={`applied-${id}`}
                  onFocus={() => onPoint([id])}
                  onBlur={() => onPoint([])}
                  href={hrefOf(`/changesets/${id}`)}
                  className="min-w-0 max-w-[75ch] break-words hover:text-accent-strong"
                >
                  {headline === undefined ? 'A change' : <HeadlineText headline={headline} most={120} />}
                </Link>
                <span className="text-caption text-quiet">
                  <LearnedText text={agentId === '*' ? 'shared' : agentId} /> · <Time at={at} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {marks.length > shown.length ? (
        <Button variant="quiet" size="small" className="-ml-2 self-start" onClick={onOpen}>
          Show all {marks.length}
        </Button>
      ) : null}
    </div>
  );
}
