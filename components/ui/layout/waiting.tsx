'use client';

import { Skeleton } from './states.tsx';

/** The place of something large that waits. */
export function Waiting({ what, className }: { what: string; className: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={`Loading ${what}`}>
      <Skeleton className={className} />
    </div>
  );
}
