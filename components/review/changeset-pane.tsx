/** The changeset beside the list. It scrolls by itself, starts at its top, and takes the focus where a decision led to it. */
'use client';

import dynamic from 'next/dynamic';
import { useRef } from 'react';
import type { Decided } from '../changesets/decision.ts';
import { Skeleton } from '../ui/states.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

const ChangesetView = dynamic(
  () => import('../changesets/changeset-view.tsx').then((module) => module.ChangesetView),
  { ssr: false, loading: () => <Skeleton className="m-6 h-96" /> },
);

interface ChangesetPaneProps {
  id: string;
  focus: boolean;
  onDecided: (decided: Decided) => void;
}

export function ChangesetPane({ id, focus, onDecided }: ChangesetPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  useHeadingFocus(place, focus ? id : null);
  return (
    <div ref={place} className="h-full overflow-y-auto px-6 pt-5">
      <ChangesetView id={id} embedded={true} onDecided={onDecided} />
    </div>
  );
}
