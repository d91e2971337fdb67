'use client';

/** Learning errors at present: a mark in the bar of every page, which opens to the errors. */
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { SELDOM, useTRPC } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { TriangleAlert } from '../ui/generated/icons.tsx';
import { useAllowed } from './viewer.ts';

const FaultPopover = dynamic(() => import('./fault-popover.tsx').then((m) => m.FaultPopover), {
  ssr: false,
});

/** Shows nothing while nothing fails. */
export function FaultMark() {
  const trpc = useTRPC();
  const enabled = useAllowed('learn');
  const { data: faults = [] } = useQuery(
    trpc.insights.faults.queryOptions(undefined, { enabled, ...SELDOM }),
  );
  if (faults.length === 0) return null;
  return (
    <FaultPopover
      faults={faults}
      trigger={
        <Button variant="quiet" className="px-1.5">
          <TriangleAlert aria-hidden="true" className="text-attention" />
          <span className="font-normal max-lg:sr-only">Learning fails</span>
        </Button>
      }
    />
  );
}
