/** One step of the first run: its number, or a tick once it is done. */

import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { Check } from '../ui/generated/icons.tsx';

interface StepProps {
  number: number;
  title: ReactNode;
  done: boolean;
  children: ReactNode;
}

export function Step({ number, title, done, children }: StepProps) {
  const mark = done ? <Check className="size-4" /> : String(number);
  return (
    <li className="relative flex gap-4 pb-8 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-1 left-3.5 w-px bg-line [li:last-child>&]:hidden"
      />
      <span
        aria-hidden="true"
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-full font-semibold text-caption tabular-nums',
          done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent-strong',
        )}
      >
        {mark}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3 pt-0.5">
        <h3 className="font-semibold text-heading">
          {title}
          {done ? <span className="sr-only"> (done)</span> : null}
        </h3>
        {children}
      </div>
    </li>
  );
}
