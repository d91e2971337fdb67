'use client';

/** The lift week by week with its interval, and on the same axis the changes that were applied. */
import Link from 'next/link';
import { useState } from 'react';
import { WEEK_MS } from '../../server/domain/time.ts';
import { HeadlineText } from '../changesets/headline.tsx';
import { useHeadlines } from '../changesets/use-headlines.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { aroundZero, evidenceText, place, pointsText, ticksOf } from '../charts/evidence-number.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAgentHref } from '../url/use-url-state.ts';
import type { LiftView } from './insight-types.ts';
import { weekText } from './lift-sentence.ts';

type Week = LiftView['weeks'][number];
type Mark = LiftView['applied'][number];

export function WeeklyCard({ view }: { view: LiftView }) {
  const { weeks, applied } = view;
  const drawn = weeks.filter(({ lift }) => lift !== null).length;
  if (weeks.length === 0) return null;
  const span = spanOf(view);
  const marks = applied.filter(({ at }) => Date.parse(at) >= Date.parse(span[0] ?? ''));
  const changes = marks.length === 0 ? '' : ' Triangles on the axis mark changes that were applied.';
  return (
    <Card title="Week by week" note="success with skills minus success without">
      <ChartFrame
        finding={findingOf(weeks)}
        caption={`Mean and 90 % interval of the lift per week, in percentage points. Weeks with fewer than 5 rated sessions in a group are left out.${changes}`}
        table={{
          columns: ['Week of', 'Lift', '90 % from', 'to', 'Rated with skills', 'without', 'Changes applied'],
          rows: weeks.map((week) => rowOf(week, marks)),
        }}
      >
        {drawn === 0 ? null : <Course weeks={weeks} span={span} marks={marks} />}
        <Applied marks={marks} />
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

function findingOf(weeks: readonly Week[]): string {
  const known = weeks.flatMap(({ week, lift }) => (lift === null ? [] : [{ week, ...lift }]));
  const [last] = known.toReversed();
  if (last === undefined) return 'No week has enough runs in both groups to compare.';
  const better = known.filter(({ low }) => low > 0).length;
  const worse = known.filter(({ high }) => high < 0).length;
  const latest = `In the week of ${weekText(last.week)} it was ${pointsText(last.mean)} points (90 % between ${pointsText(last.low)} and ${pointsText(last.high)}).`;
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

const HEIGHT = 200;
const PADDING = 12;

function Course({
  weeks,
  span,
  marks,
}: {
  weeks: readonly Week[];
  span: readonly string[];
  marks: readonly Mark[];
}) {
  const values = weeks.flatMap(({ lift }) => (lift === null ? [] : [lift.low, lift.high]));
  const [low, high] = aroundZero(values, 0.2);
  const begin = Date.parse(span[0] ?? '');
  const ends = [begin, begin + span.length * WEEK_MS] as const;
  const x = (moment: number) => `${place(moment, ends, 100)}%`;
  const y = (value: number) => PADDING + place(-value, [-high, -low], HEIGHT - 2 * PADDING);
  const middle = (week: string) => x(Date.parse(week) + WEEK_MS / 2);
  return (
    <div className="flex gap-2" data-chart="weekly-lift">
      <svg aria-hidden="true" className="block h-[200px] w-10 shrink-0">
        {ticksOf([low, high]).map((tick) => (
          <text
            key={tick}
            x="100%"
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-quiet text-[11px] tabular-nums"
          >
            {pointsText(tick).replace('.0', '')}
          </text>
        ))}
      </svg>
      <div className="min-w-0 flex-1">
        <svg aria-hidden="true" className="block h-[200px] w-full overflow-visible">
          {ticksOf([low, high]).map((tick) => (
            <line
              key={tick}
              x1="0%"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? 'stroke-ink' : 'stroke-line'}
              strokeWidth={tick === 0 ? 1.5 : 1}
            />
          ))}
          {weeks.map(({ week, lift }) =>
            lift === null || !span.includes(week) ? null : (
              <g key={week}>
                <line
                  x1={middle(week)}
                  x2={middle(week)}
                  y1={y(lift.high)}
                  y2={y(lift.low)}
                  className="stroke-candidate"
                  strokeOpacity="0.6"
                  strokeWidth="5"
                />
                <circle cx={middle(week)} cy={y(lift.mean)} r="5" className="fill-candidate" />
              </g>
            ),
          )}
        </svg>
        <svg aria-hidden="true" className="block h-9 w-full overflow-visible">
          {marks.map(({ id, at }) => (
            <svg key={id} aria-hidden="true" x={x(Date.parse(at))} y="2" className="overflow-visible">
              <path d="M0 0 4.5 8H-4.5Z" className="fill-attention" />
            </svg>
          ))}
          {labelled(span).map((week) => (
            <text key={week} x={middle(week)} y="28" textAnchor="middle" className="fill-quiet text-[11px]">
              {axisText(week)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

const MOST_LABELS = 5;
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const axisText = (week: string): string => short.format(new Date(week));

/** The weeks that are written at the axis, evenly, so that they fit 390 px. */
function labelled(span: readonly string[]): string[] {
  const step = Math.ceil(span.length / MOST_LABELS);
  return span.filter((_, index) => (span.length - 1 - index) % step === 0);
}

const FIRST_SHOWN = 5;

/** The marked changes by name, the latest first. */
function Applied({ marks }: { marks: readonly Mark[] }) {
  const [all, setAll] = useState(false);
  const hrefOf = useAgentHref();
  const shown = all ? marks : marks.slice(0, FIRST_SHOWN);
  const headlines = useHeadlines(shown.map(({ id }) => id));
  if (marks.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-caption text-quiet">Changes applied in these weeks</p>
      <ul aria-label="Changes applied in these weeks" className="flex flex-col gap-1 text-table">
        {shown.map(({ id, agentId, at }) => {
          const headline = headlines.get(id);
          return (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <Link
                href={hrefOf(`/changesets/${id}`)}
                prefetch={false}
                className="min-w-0 max-w-[75ch] break-words hover:text-accent-strong"
              >
                {headline === undefined ? 'A change' : <HeadlineText headline={headline} most={120} />}
              </Link>
              <span className="text-caption text-quiet">
                <LearnedText text={agentId === '*' ? 'shared' : agentId} /> · <Time at={at} />
              </span>
            </li>
          );
        })}
      </ul>
      {marks.length > shown.length ? (
        <Button variant="quiet" size="small" className="-ml-2 self-start" onClick={() => setAll(true)}>
          Show all {marks.length}
        </Button>
      ) : null}
    </div>
  );
}
