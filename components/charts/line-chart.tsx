/** Lines by Recharts; import it through `lazy-line-chart.tsx`. Dashes and the legend tell them apart, not only colour. */
'use client';

import {
  Area,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

interface LineSeries {
  key: string;
  label: string;
  /** A token's name: `candidate`, `incumbent`, `accent`, `quiet`. */
  colour: 'candidate' | 'incumbent' | 'accent' | 'quiet';
  dashed?: boolean;
  /** Marks each of its points. */
  dots?: boolean;
  /** Only the filling, for a part of another series: no line, no name, no legend. */
  bare?: boolean;
}

export interface LineChartProps {
  data: readonly Record<string, number>[];
  x: { key: string; label: string; write?: (value: number) => string; domain?: readonly [number, number] };
  /** `tell` writes a value of the line where that is not as a place of the axis is written. */
  y: {
    label: string;
    write?: (value: number) => string;
    tell?: (value: number) => string;
    domain?: readonly [number, number];
  };
  series: readonly LineSeries[];
  /** Horizontal lines such as thresholds. */
  lines?: readonly { at: number; label: string; below?: boolean }[];
  /** A stretch of x that is shaded, with its name. */
  zone?: { from: number; to: number; label: string } | null;
  /** Points to point out, with their names. */
  dots?: readonly { x: number; y: number; label: string }[];
}

const TICK = { fill: 'var(--quiet)', fontSize: 12 };
const AXIS = { stroke: 'var(--edge)' };
const asIs = (value: number) => String(value);
const axisLabel = (value: string, position: 'insideBottom' | 'insideLeft') => ({
  value,
  position,
  fill: 'var(--quiet)',
  fontSize: 12,
  ...(position === 'insideLeft'
    ? { angle: -90, dx: -4, style: { textAnchor: 'middle' as const } }
    : { dy: 14 }),
});

export function LineChart({ data, x, y, series, lines = [], zone = null, dots = [] }: LineChartProps) {
  // The place of a tick comes as a second argument, which would be taken for a number of digits.
  const writeX = (value: number) => (x.write ?? asIs)(value);
  const writeY = (value: number) => (y.write ?? asIs)(value);
  return (
    <ResponsiveContainer width="100%" height={260}>
      <ComposedChart
        data={[...data]}
        margin={{ top: 8, right: 16, bottom: 20, left: 8 }}
        accessibilityLayer={true}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey={x.key}
          type="number"
          domain={x.domain === undefined ? ['dataMin', 'dataMax'] : [...x.domain]}
          tick={TICK}
          axisLine={AXIS}
          tickLine={AXIS}
          tickFormatter={writeX}
          label={axisLabel(x.label, 'insideBottom')}
        />
        <YAxis
          domain={y.domain === undefined ? [0, 'auto'] : [...y.domain]}
          tick={TICK}
          axisLine={false}
          tickLine={false}
          tickFormatter={writeY}
          label={axisLabel(y.label, 'insideLeft')}
          width={64}
        />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(value) => `${x.label} ${writeX(Number(value))}`}
          formatter={(value) => (y.tell ?? writeY)(Number(value))}
          contentStyle={{
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: 6,
            fontSize: 12,
          }}
        />
        <Legend verticalAlign="top" height={28} iconType="plainline" wrapperStyle={{ fontSize: 12 }} />
        {zone === null ? null : drawZone(zone)}
        {lines.map(({ at, label, below = false }) => (
          <ReferenceLine
            key={label}
            y={at}
            stroke="var(--attention)"
            strokeDasharray="3 3"
            label={{
              value: label,
              fill: 'var(--attention)',
              fontSize: 12,
              // Read over a curve that crosses it.
              stroke: 'var(--surface)',
              strokeWidth: 4,
              paintOrder: 'stroke',
              // Courses begin in the middle and end at either line: on the left nothing is in the way.
              position: below ? 'insideTopLeft' : 'insideBottomLeft',
            }}
          />
        ))}
        {series.map(drawSeries)}
        {dots.map(drawDot)}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function drawZone({ from, to, label }: { from: number; to: number; label: string }) {
  return (
    <ReferenceArea
      x1={from}
      x2={to}
      fill="var(--edge)"
      fillOpacity={0.16}
      label={{ value: label, fill: 'var(--quiet)', fontSize: 12, position: 'insideBottom', offset: 36 }}
    />
  );
}

function drawDot({ x, y, label }: { x: number; y: number; label: string }) {
  return (
    <ReferenceDot
      key={label}
      x={x}
      y={y}
      r={5}
      fill="var(--surface)"
      stroke="var(--ink)"
      strokeWidth={2}
      label={{ value: label, fill: 'var(--ink)', fontSize: 12, position: 'left', dy: y > 0.5 ? 20 : -20 }}
    />
  );
}

function drawSeries({ key, label, colour, dashed, bare, dots = false }: LineSeries) {
  if (bare) {
    const fill = { fill: `var(--${colour})`, fillOpacity: 0.2, stroke: 'none', isAnimationActive: false };
    return <Area key={key} dataKey={key} {...fill} activeDot={false} legendType="none" tooltipType="none" />;
  }
  const look = {
    dataKey: key,
    name: label,
    stroke: `var(--${colour})`,
    strokeWidth: 2,
    dot: dots ? { r: 3, fill: `var(--${colour})`, strokeWidth: 0 } : false,
    isAnimationActive: false,
    ...(dashed ? { strokeDasharray: '6 4' } : {}),
  };
  return <Line key={key} {...look} type="linear" />;
}
