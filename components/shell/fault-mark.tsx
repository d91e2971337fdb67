'use client';

/** What learning fails with at present: a mark in the bar of every page, which opens to the errors. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, useTRPC } from '../api/trpc.ts';
import { useLiveMeasures } from '../api/use-live.ts';
import { Button } from '../ui/forms/button.tsx';
import { TriangleAlert } from '../ui/generated/icons.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import { useAllowed } from './viewer.ts';

type Fault = Outputs['insights']['faults'][number];

/** Of what a newer gateway has written the kind itself is shown. */
const NAMES: Record<string, string> = {
  model: 'Learning model',
  reflect: 'Reflection',
  curate: 'Curation',
  evolve: 'Evolution',
  embed: 'Embedding',
};

/** Shows nothing while nothing fails. */
export function FaultMark() {
  const trpc = useTRPC();
  const enabled = useAllowed('learn');
  const { data: faults = [] } = useQuery(trpc.insights.faults.queryOptions(undefined, { enabled }));
  useLiveMeasures(trpc.insights.faults.queryKey());
  if (faults.length === 0) return null;
  return (
    <Popover
      label="What learning fails with"
      align="end"
      className="max-h-[70dvh] w-96 overflow-y-auto"
      trigger={
        <Button variant="quiet" className="px-1.5">
          <TriangleAlert aria-hidden="true" className="text-attention" />
          <span className="font-normal max-lg:sr-only">Learning fails</span>
        </Button>
      }
    >
      <ul className="flex flex-col gap-4">
        {faults.map((fault) => (
          <FaultItem key={fault.kind} {...fault} />
        ))}
      </ul>
      <p className="mt-4 text-caption text-quiet">Each goes away when the same work succeeds again.</p>
    </Popover>
  );
}

function FaultItem({ kind, message, times, firstAt, lastAt }: Fault) {
  return (
    <li className="flex flex-col gap-1">
      <span className="font-medium">{NAMES[kind] ?? <LearnedText text={kind} />}</span>
      <LearnedText text={message} as="p" className="font-mono [overflow-wrap:anywhere] text-code" />
      <span className="text-caption text-quiet">
        {times === 1 ? (
          <>
            once, <Time at={lastAt} />
          </>
        ) : (
          <>
            {times} times, first <Time at={firstAt} />, last <Time at={lastAt} />
          </>
        )}
      </span>
    </li>
  );
}
