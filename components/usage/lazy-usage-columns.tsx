/** The columns, loaded when the page shows them; their place keeps the final height. */
'use client';

import dynamic from 'next/dynamic';
import type { UsageColumnsProps } from './usage-columns.tsx';

const Loaded = dynamic(() => import('./usage-columns.tsx').then((module) => module.UsageColumns), {
  ssr: false,
});

export function LazyUsageColumns(props: UsageColumnsProps) {
  return (
    <div className="h-70 min-w-0">
      <Loaded {...props} />
    </div>
  );
}
