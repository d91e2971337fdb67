/** Means with intervals in rows that share one scale. Places are percentages, so the drawing follows its column. */
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { place, ticksOf } from './evidence-number.ts';

interface IntervalRow {
  key: string;
  label: ReactNode;
  /** The figures in words, beside the drawing. */
  figures: ReactNode;
  mean: number;
  low: number;
  high: number;
  /** Solid teal for what is tried, dashed violet for what it is compared with, thin grey for a second opinion. */
  look?: 'candidate' | 'incumbent' | 'quiet';
}

interface IntervalPlotProps {
  rows: readonly IntervalRow[];
  domain: readonly [number, number];
  write: (value: number) => string;
  axis: string;
  /** Columns from 768 px on, for plots of the page's width; without them label and figures stand above the line. */
  columns?: 'page';
}

const COLUMNS = 'md:grid-cols-[14rem_minmax(0,1fr)_12rem]';
const LOOKS = {
  candidate: { line: 'stroke-candidate', dot: 'fill-candidate', width: 5, dash: undefined },
  incumbent: { line: 'stroke-incumbent', dot: 'fill-incumbent', width: 5, dash: '7 4' },
  quiet: { line: 'stroke-edge', dot: 'fill-edge', width: 2, dash: '2 3' },
};

export function IntervalPlot({ rows, domain, write, axis, columns }: IntervalPlotProps) {
  const ticks = ticksOf(domain);
  const wide = columns === 'page';
  return (
    <div className="flex min-w-0 flex-col">
      {rows.map((row) => (
        <div
          key={row.key}
          className={cn(
            'grid min-h-(--row) grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 py-1',
            wide && COLUMNS,
          )}
        >
          <div className="min-w-0 break-words text-table">{row.label}</div>
          <div className={cn('text-right text-caption text-quiet tabular-nums', wide && 'md:order-last')}>
            {row.figures}
          </div>
          <Track row={row} domain={domain} ticks={ticks} wide={wide} />
        </div>
      ))}
      <div className={cn('grid grid-cols-2 gap-x-4', wide && COLUMNS)}>
        <div className={cn('hidden', wide && 'md:block')} />
        <Axis domain={domain} ticks={ticks} write={write} title={axis} wide={wide} />
      </div>
    </div>
  );
}

const TRACK = 'block h-6 w-full overflow-visible';
const SPAN = 'col-span-2 px-2';

interface Scale extends Pick<IntervalPlotProps, 'domain'> {
  ticks: readonly number[];
  wide: boolean;
}

function Track({ row, domain, ticks, wide }: Scale & { row: IntervalRow }) {
  const at = (value: number) => `${place(value, domain, 100)}%`;
  const { line, dot, width, dash } = LOOKS[row.look ?? 'candidate'];
  return (
    <div className={cn(SPAN, wide && 'md:col-span-1')}>
      <svg aria-hidden="true" className={TRACK}>
        {ticks.map((tick) => (
          <line key={tick} x1={at(tick)} x2={at(tick)} y1="0" y2="24" className="stroke-line" />
        ))}
        <line x1="0%" x2="100%" y1="12" y2="12" className="stroke-line" />
        {domain[0] < 0 ? (
          <line x1={at(0)} x2={at(0)} y1="-6" y2="30" className="stroke-ink" strokeWidth="1.5" />
        ) : null}
        <line
          x1={at(row.low)}
          x2={at(row.high)}
          y1="12"
          y2="12"
          className={line}
          strokeWidth={width}
          strokeOpacity={row.look === 'quiet' ? 1 : 0.6}
          {...(dash === undefined ? {} : { strokeDasharray: dash })}
        />
        {[row.low, row.high].map((end, index) => (
          <line
            key={index === 0 ? 'low' : 'high'}
            x1={at(end)}
            x2={at(end)}
            y1="7"
            y2="17"
            className={line}
            strokeWidth="2"
          />
        ))}
        <circle cx={at(row.mean)} cy="12" r={row.look === 'quiet' ? 3 : 5} className={dot} />
      </svg>
    </div>
  );
}

function Axis(props: Scale & Pick<IntervalPlotProps, 'write'> & { title: string }) {
  const { domain, ticks, write, title, wide } = props;
  return (
    <div className={cn(SPAN, 'flex flex-col gap-0.5', wide && 'md:col-span-1')}>
      <svg aria-hidden="true" className="block h-5 w-full overflow-visible">
        {ticks.map((tick) => (
          <text
            key={tick}
            x={`${place(tick, domain, 100)}%`}
            y="14"
            textAnchor={anchorOf(tick, domain)}
            className="fill-quiet text-[11px] tabular-nums"
          >
            {write(tick)}
          </text>
        ))}
      </svg>
      <p className="text-center text-caption text-quiet">{title}</p>
    </div>
  );
}

function anchorOf(tick: number, [low, high]: readonly [number, number]): 'start' | 'middle' | 'end' {
  if (tick === low) return 'start';
  return tick === high ? 'end' : 'middle';
}

interface IntervalBarProps {
  mean: number;
  low: number;
  high: number;
  domain?: readonly [number, number];
  /** Solid teal for what is tried, dashed violet for what it is compared with. */
  arm?: 'candidate' | 'incumbent';
  className: string;
}

const WIDTH = 200;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

/**
 * A mean with its interval on a fixed line: 0–1 for rates, around a drawn zero for differences. Rows of one
 * table share the domain, so that they can be compared by eye. The figures stand beside it or in the hidden
 * text: never only a picture.
 */
export function IntervalBar(props: IntervalBarProps) {
  const { mean, low, high, domain = [0, 1], arm = 'candidate', className } = props;
  const x = (value: number) => place(value, domain, WIDTH);
  const [fill, stroke] =
    arm === 'candidate' ? ['fill-candidate', 'stroke-candidate'] : ['fill-incumbent', 'stroke-incumbent'];
  return (
    <svg
      viewBox={`-5 0 ${WIDTH + 10} ${HEIGHT}`}
      role="img"
      aria-label={`${percent(mean)}, 90 % between ${percent(low)} and ${percent(high)}`}
      className={className}
    >
      <path d={`M0 ${MIDDLE}H${WIDTH}`} className="stroke-line" strokeWidth="1" />
      {domain[0] < 0 ? <path d={`M${x(0)} 0V${HEIGHT}`} className="stroke-edge" strokeWidth="1" /> : null}
      <path
        d={`M${x(low)} ${MIDDLE}H${x(high)}`}
        className={stroke}
        strokeWidth="4"
        strokeOpacity="0.55"
        {...(arm === 'incumbent' ? { strokeDasharray: '5 3' } : { strokeLinecap: 'round' as const })}
      />
      <circle cx={x(mean)} cy={MIDDLE} r="4" className={fill} />
    </svg>
  );
}
