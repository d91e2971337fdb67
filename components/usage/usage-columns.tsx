'use client';

/** Stacked columns of daily tokens, by Recharts. Import it through `lazy-usage-columns.tsx`. */
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { dayText } from '../ui/text/clock.ts';
import { grouped } from '../ui/text/counted.ts';
import { type Day, lookOf, patternId } from './figures.ts';

export interface UsageColumnsProps {
  days: readonly Day[];
  purposes: readonly string[];
  /** The daily budget's line; null where it is not drawn. */
  budget: number | null;
}

const TICK = { fill: 'var(--quiet)', fontSize: 12 };
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function UsageColumns({ days, purposes, budget }: UsageColumnsProps) {
  return (
    <ResponsiveContainer width="100%" height={280}>
      <BarChart
        data={days.map(({ day, of }) => ({ day, ...of }))}
        margin={{ top: 16, right: 8, bottom: 4, left: 4 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="day"
          tick={TICK}
          tickFormatter={(day) => dayText(Date.parse(String(day)))}
          axisLine={{ stroke: 'var(--edge)' }}
          tickLine={false}
          minTickGap={16}
        />
        <YAxis
          tick={TICK}
          axisLine={false}
          tickLine={false}
          width={52}
          allowDecimals={false}
          tickFormatter={(value: number) => short.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--sunken)' }}
          labelFormatter={(day) => `${dayText(Date.parse(String(day)))}, UTC`}
          formatter={(value) => grouped(Number(value))}
          itemStyle={{ color: 'var(--ink)' }}
          contentStyle={{
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: 6,
            fontSize: 12,
          }}
        />
        {purposes.map((purpose) => (
          <Bar
            key={purpose}
            dataKey={purpose}
            name={lookOf(purpose).label}
            stackId="day"
            fill={`url(#${patternId(purpose)})`}
            stroke={`var(--${lookOf(purpose).colour})`}
            strokeWidth={1}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
        {budget === null ? null : (
          <ReferenceLine
            y={budget}
            ifOverflow="extendDomain"
            stroke="var(--attention)"
            strokeDasharray="4 3"
            label={{
              value: 'daily budget',
              fill: 'var(--attention)',
              fontSize: 12,
              position: 'insideBottomLeft',
            }}
          />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}
