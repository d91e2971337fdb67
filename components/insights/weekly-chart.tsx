'use client';

/** The drawing of the lift week by week: intervals, the amounts behind them, and numbered marks of what was applied. */
import { WEEK_MS } from '../../server/domain/time.ts';
import { aroundZero, evidenceText, place, pointsText, ticksOf } from '../charts/evidence-number.ts';
import { cn } from '../ui/cn.ts';
import type { LiftView } from './insight-types.ts';

export type Week = LiftView['weeks'][number];

/** Changes that stand so close together on the axis that they share a mark. `numbers` are those of the list. */
export interface MarkGroup {
  at: number;
  ids: readonly string[];
  numbers: readonly number[];
}

interface WeeklyChartProps {
  weeks: readonly Week[];
  span: readonly string[];
  marks: readonly MarkGroup[];
  /** The changes that are pointed at, here or in the list. */
  pointed: readonly string[];
  onPoint: (ids: readonly string[]) => void;
  onOpen: (id: string) => void;
}

const HEIGHT = 200;
const PADDING = 12;

export function WeeklyChart({ weeks, span, ...marks }: WeeklyChartProps) {
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
        <Marks {...marks} x={x} />
        <svg aria-hidden="true" className="block h-9 w-full overflow-visible">
          {labelled(span).map((week) => (
            <text key={week} textAnchor="middle" className="fill-quiet text-[11px] tabular-nums">
              <tspan x={middle(week)} y="12">
                {axisText(week)}
              </tspan>
              <tspan x={middle(week)} y="28">
                {amountsText(weeks.find((one) => one.week === week))}
              </tspan>
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** For the pointer; the list below says the same to everybody. */
function Marks(props: Omit<WeeklyChartProps, 'weeks' | 'span'> & { x: (moment: number) => string }) {
  const { marks, pointed, onPoint, onOpen, x } = props;
  if (marks.length === 0) return null;
  return (
    <svg aria-hidden="true" className="block h-7 w-full overflow-visible">
      {marks.map(({ at, ids, numbers }) => (
        <Mark
          key={ids[0]}
          text={numbersText(numbers)}
          href={`#applied-${ids[0]}`}
          x={x(at)}
          pointed={ids.some((id) => pointed.includes(id))}
          onPoint={(inside) => onPoint(inside ? ids : [])}
          onOpen={() => onOpen(ids[0] ?? '')}
        />
      ))}
    </svg>
  );
}

interface MarkProps {
  text: string;
  href: string;
  x: string;
  pointed: boolean;
  onPoint: (inside: boolean) => void;
  onOpen: () => void;
}

function Mark({ text, href, x, pointed, onPoint, onOpen }: MarkProps) {
  const width = 14 + 6 * text.length;
  return (
    <svg aria-hidden="true" x={x} y="4" className="overflow-visible">
      <a
        href={href}
        tabIndex={-1}
        data-mark={text}
        className={cn('cursor-pointer', pointed ? 'fill-surface' : 'fill-attention')}
        onPointerEnter={() => onPoint(true)}
        onPointerLeave={() => onPoint(false)}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <rect
          {...{ x: -width / 2, width, height: 20, rx: 10 }}
          className={cn('stroke-attention', pointed ? 'fill-attention' : 'fill-attention-soft')}
          strokeOpacity="0.4"
        />
        <text y="14" textAnchor="middle" className="text-[11px] tabular-nums">
          {text}
        </text>
      </a>
    </svg>
  );
}

const numbersText = (numbers: readonly number[]): string => {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least}–${most}`;
};

/** Rated runs with skills and without. */
function amountsText(week: Week | undefined): string {
  if (week === undefined) return '0 · 0';
  return [week.treated.weight, week.holdout.weight]
    .map((weight) => evidenceText(Math.round(weight)))
    .join(' · ');
}

const MOST_LABELS = 5;
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const axisText = (week: string): string => short.format(new Date(week));

/** The weeks that are written at the axis, evenly, so that they fit 390 px. */
function labelled(span: readonly string[]): string[] {
  const step = Math.ceil(span.length / MOST_LABELS);
  return span.filter((_, index) => (span.length - 1 - index) % step === 0);
}
