'use client';

/** The errors that learning fails with at present. Loaded where something fails: most pages never show it. */
import type { ReactElement } from 'react';
import { Popover } from '../ui/overlays/popover.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { Time } from '../ui/text/time.tsx';
import type { LearningFaults } from './use-learning-faults.ts';

type Fault = LearningFaults['others'][number];

/** Of what a newer gateway has written the kind itself is shown. */
const NAMES: Record<string, string> = {
  model: 'Learning model',
  reflect: 'Reflection',
  curate: 'Curation',
  evolve: 'Evolution',
  embed: 'Embedding',
  reconcile: 'Reconciling of memories',
  hygiene: 'Clean-up of memories',
};

export function FaultPopover({ faults, trigger }: { faults: readonly Fault[]; trigger: ReactElement }) {
  return (
    <Popover
      label="Learning errors"
      align="end"
      className="max-h-[70dvh] w-96 overflow-y-auto"
      trigger={trigger}
    >
      <ul className="flex flex-col gap-4">
        {faults.map((fault) => (
          <FaultItem key={fault.kind} {...fault} />
        ))}
      </ul>
      <p className="mt-4 text-caption text-quiet">An error disappears when the same work succeeds again.</p>
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
