'use client';

/** What can be done with the ticked rows of a list of memories, by the keys of lists. */
import { ScopedButton } from '../../shell/scope-gate.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { X } from '../../ui/generated/icons.tsx';
import type { Selection } from '../../ui/layout/use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  selectable: readonly { id: string }[];
  /** What the two buttons say: the one that changes least first. */
  labels: readonly [reject: string, approve: string];
  onDecide: (approve: boolean) => void;
}

export function SelectionBar({ selection, selectable, labels, onDecide }: SelectionBarProps) {
  const { selected, clear, replace } = selection;
  const [reject, approve] = labels;
  if (selected.length === 0) return null;
  return (
    <section
      aria-label="Selection"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-y bg-surface px-4 py-2"
    >
      <Button size="icon-small" variant="quiet" aria-label="Clear the selection" onClick={clear}>
        <X aria-hidden="true" />
      </Button>
      <span className="font-medium text-table tabular-nums">{selected.length} selected</span>
      {selected.length < selectable.length ? (
        <Button size="small" variant="quiet" onClick={() => replace(selectable.map(({ id }) => id))}>
          All {selectable.length}
        </Button>
      ) : null}
      <div className="ml-auto flex gap-2">
        <ScopedButton scope="review" size="small" shortcut="list.reject" onClick={() => onDecide(false)}>
          {reject}
        </ScopedButton>
        <ScopedButton scope="review" size="small" shortcut="list.approve" onClick={() => onDecide(true)}>
          {approve}
        </ScopedButton>
      </div>
    </section>
  );
}
