/** Says that the list is of another time, and leads back. */
'use client';

import { History } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';

export function AsOfBanner({ at, onNow }: { at: string; onNow: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-attention-soft px-4 py-2 text-table"
    >
      <span className="flex min-w-0 gap-3">
        <History aria-hidden="true" className="mt-px size-4 shrink-0 text-attention" />
        <span>
          Viewing what was believed as of <Time at={at} absolute={true} />
        </span>
      </span>
      <Button size="small" onClick={onNow} className="ml-auto">
        Back to now
      </Button>
    </div>
  );
}
