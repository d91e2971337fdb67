'use client';

/** Tokens by day and purpose: finding, columns, legend, and the same figures as a table. */
import dynamic from 'next/dynamic';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { Skeleton } from '../ui/layout/states.tsx';
import { grouped } from '../ui/text/counted.ts';
import { type Day, daysOf, findingOf, lookOf, patternId, purposesIn, type Usage } from './figures.ts';
import type { UsageColumnsProps } from './usage-columns.tsx';

const Loaded = dynamic(() => import('./usage-columns.tsx').then((m) => m.UsageColumns), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

function LazyUsageColumns(props: UsageColumnsProps) {
  return (
    <div className="h-70 min-w-0">
      <Loaded {...props} />
    </div>
  );
}

/** A budget far above all columns would flatten them: it is drawn where they reach this share of it. */
const DRAWN_FROM = 0.2;

function tableOf(days: readonly Day[], purposes: readonly string[]) {
  return {
    columns: ['Day (UTC)', 'All', ...purposes.map((purpose) => lookOf(purpose).label)],
    rows: days
      .toReversed()
      .map(({ day, total, of }) => [
        day,
        grouped(total),
        ...purposes.map((purpose) => grouped(of[purpose] ?? 0)),
      ]),
  };
}

/** Why no budget is drawn, or null where it is. */
function budgetNote({ budget }: Usage, highest: number): string | null {
  if (budget === 0) return 'no daily budget is set';
  return highest < budget * DRAWN_FROM ? `the daily budget, ${grouped(budget)}, is far above` : null;
}

/** The columns, loaded when the page shows them; their place keeps the final height. */
export function UsageChart({ usage, days: count }: { usage: Usage; days: number }) {
  const days = daysOf(usage, count);
  const purposes = purposesIn(days);
  const highest = Math.max(...days.map(({ total }) => total));
  const note = budgetNote(usage, highest);
  return (
    <ChartFrame
      name="usage-by-day"
      finding={findingOf(days)}
      caption={`Input and output tokens by UTC day, stacked by purpose${note === null ? '' : `; ${note}`}.`}
      table={tableOf(days, purposes)}
    >
      <PatternDefs purposes={purposes} />
      <UsageLegend purposes={purposes} />
      <LazyUsageColumns days={days} purposes={purposes} budget={note === null ? usage.budget : null} />
    </ChartFrame>
  );
}

/** Which pattern is which purpose, in the columns' order. */
function UsageLegend({ purposes }: { purposes: readonly string[] }) {
  return (
    <ul aria-label="Purposes" className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-quiet">
      {purposes.map((purpose) => {
        const { label, colour } = lookOf(purpose);
        return (
          <li key={purpose} className="inline-flex items-center gap-1.5">
            <svg aria-hidden="true" width="18" height="12">
              <rect
                x="0.5"
                y="0.5"
                width="17"
                height="11"
                rx="2"
                fill={`url(#${patternId(purpose)})`}
                stroke={`var(--${colour})`}
              />
            </svg>
            {label}
          </li>
        );
      })}
    </ul>
  );
}

/** The patterns of all purposes, once in the document; columns and legend fill with them. */
function PatternDefs({ purposes }: { purposes: readonly string[] }) {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        {purposes.map((purpose) => {
          const { colour, path } = lookOf(purpose);
          return (
            <pattern key={purpose} id={patternId(purpose)} width="8" height="8" patternUnits="userSpaceOnUse">
              <rect width="8" height="8" fill={`var(--${colour})`} fillOpacity={path === '' ? 0.85 : 0.22} />
              <path d={path} stroke={`var(--${colour})`} strokeWidth="2" fill="none" />
            </pattern>
          );
        })}
      </defs>
    </svg>
  );
}
