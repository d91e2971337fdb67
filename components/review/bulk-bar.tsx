/** What can be done with the ticked rows. */
'use client';

import { X } from 'lucide-react';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { Button } from '../ui/button.tsx';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  /** Ids of the rows that could be ticked. */
  selectable: readonly string[];
  onBulk: (what: 'approve' | 'reject') => void;
}

export function BulkBar({ selection, selectable, onBulk }: BulkBarProps) {
  const { selected, clear, replace } = selection;
  if (selected.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-2 max-xl:sticky max-xl:bottom-0 max-xl:z-10 max-md:bottom-14"
    >
      <div className="flex flex-1 items-center gap-1 xl:w-full xl:flex-none">
        <Button size="icon-small" variant="quiet" aria-label="Clear the selection" onClick={clear}>
          <X aria-hidden="true" />
        </Button>
        <span className="flex-1 font-medium text-table tabular-nums">{selected.length} selected</span>
        {selected.length < selectable.length ? (
          <Button size="small" variant="quiet" onClick={() => replace(selectable)}>
            All {selectable.length}
          </Button>
        ) : null}
      </div>
      <div className="flex gap-2 xl:grid xl:w-full xl:grid-cols-2">
        <ScopedButton scope="review" size="small" shortcut="list.reject" onClick={() => onBulk('reject')}>
          Reject
        </ScopedButton>
        <ScopedButton scope="review" size="small" shortcut="list.approve" onClick={() => onBulk('approve')}>
          Approve
        </ScopedButton>
      </div>
    </section>
  );
}
