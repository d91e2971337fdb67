/** Tokens by day and purpose: finding, columns, legend, and the same figures as a table. */
'use client';

import { ChartFrame } from '../charts/chart-frame.tsx';
import { type Day, daysOf, findingOf, purposesIn, type Tokens, type Usage } from './figures.ts';
import { LazyUsageColumns } from './lazy-usage-columns.tsx';
import { PatternDefs } from './pattern-defs.tsx';
import { lookOf } from './purposes.ts';
import { UsageLegend } from './usage-legend.tsx';

/** A budget far above all columns would flatten them: it is drawn where they reach this share of it. */
const DRAWN_FROM = 0.2;
const plain = new Intl.NumberFormat('en');

interface UsageChartProps {
  usage: Usage;
  days: number;
  tokens: Tokens;
}

function tableOf(days: readonly Day[], purposes: readonly string[]) {
  return {
    columns: ['Day (UTC)', 'All', ...purposes.map((purpose) => lookOf(purpose).label)],
    rows: days
      .toReversed()
      .map(({ day, total, of }) => [
        day,
        plain.format(total),
        ...purposes.map((purpose) => plain.format(of[purpose] ?? 0)),
      ]),
  };
}

/** Why no budget is drawn, or null where it is. */
function budgetNote({ budget }: Usage, tokens: Tokens, highest: number): string | null {
  if (budget === 0) return 'no daily budget is set';
  if (tokens !== 'all') return 'the budget counts input and output together';
  return highest < budget * DRAWN_FROM ? `the daily budget, ${plain.format(budget)}, lies far above` : null;
}

export function UsageChart({ usage, days: count, tokens }: UsageChartProps) {
  const days = daysOf(usage, count, tokens);
  const purposes = purposesIn(days);
  const highest = Math.max(...days.map(({ total }) => total));
  const note = budgetNote(usage, tokens, highest);
  const word =
    tokens === 'all' ? 'Input and output tokens' : `${tokens === 'input' ? 'Input' : 'Output'} tokens`;
  return (
    <ChartFrame
      finding={findingOf(days, tokens)}
      caption={`${word} by UTC day, stacked by purpose${note === null ? '' : `; ${note}`}.`}
      table={tableOf(days, purposes)}
    >
      <PatternDefs purposes={purposes} />
      <UsageLegend purposes={purposes} />
      <LazyUsageColumns days={days} purposes={purposes} budget={note === null ? usage.budget : null} />
    </ChartFrame>
  );
}
