'use client';

/** Learning errors at present: a mark in the bar of every page, which opens to the errors. */
import dynamic from 'next/dynamic';
import { Button } from '../ui/forms/button.tsx';
import { TriangleAlert } from '../ui/generated/icons.tsx';
import { useLearningFaults } from './use-learning-faults.ts';

const FaultPopover = dynamic(() => import('./fault-popover.tsx').then((m) => m.FaultPopover), {
  ssr: false,
});

/** Shows nothing while nothing fails, or the banner says why. */
export function FaultMark() {
  const { others } = useLearningFaults();
  if (others.length === 0) return null;
  return (
    <FaultPopover
      faults={others}
      trigger={
        <Button variant="quiet" className="px-1.5">
          <TriangleAlert aria-hidden="true" className="text-attention" />
          <span className="font-normal max-lg:sr-only">Learning fails</span>
        </Button>
      }
    />
  );
}
