'use client';

/** The filters of a list behind its search. On a phone they are folded, so that the list is what is seen first. */
import { type ReactNode, useState } from 'react';
import { cn } from '../cn.ts';
import { ListFilter } from '../generated/icons.tsx';
import { Button } from './button.tsx';

interface FilterFoldProps {
  /** How many of these filters are set; the button says it, also while they are folded. */
  set: number;
  className?: string;
  children: ReactNode;
}

export function FilterFold({ set, className, children }: FilterFoldProps) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      <Button
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
        className={cn('md:hidden', className)}
      >
        <ListFilter aria-hidden="true" />
        {set === 0 ? 'More filters' : `More filters (${set})`}
      </Button>
      <div className={cn('contents', !unfolded && 'max-md:hidden')}>{children}</div>
    </>
  );
}
