/** The changeset beside the list. It scrolls by itself, starts at its top, and takes the focus where a decision led to it. */
'use client';

import dynamic from 'next/dynamic';
import { useEffect, useRef } from 'react';
import type { Decided } from '../changesets/decision.ts';
import { Skeleton } from '../ui/states.tsx';

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
  useEffect(() => {
    const pane = place.current;
    if (pane === null || !focus) return;
    const aim = () => {
      const heading = pane.querySelector('[data-changeset-heading]');
      if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
      return heading !== null;
    };
    if (aim()) return;
    // Not read yet: as soon as it is there.
    const observer = new MutationObserver(() => {
      if (aim()) observer.disconnect();
    });
    observer.observe(pane, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focus]);
  return (
    <div ref={place} className="h-full overflow-y-auto px-6 pt-5">
      <ChangesetView id={id} embedded={true} onDecided={onDecided} />
    </div>
  );
}
