/** The line chart, loaded when a page shows it; its place keeps the final height. */
'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '../ui/layout/states.tsx';
import type { LineChartProps } from './line-chart.tsx';

const Loaded = dynamic(() => import('./line-chart.tsx').then((m) => m.LineChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

export function LazyLineChart(props: LineChartProps) {
  return (
    <div className="h-65 min-w-0">
      <Loaded {...props} />
    </div>
  );
}
