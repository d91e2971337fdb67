/** Asks before a memory is deleted, and says how far a deletion reaches. */
'use client';

import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LearnedText } from '../ui/learned-text.tsx';
import type { ListedMemory } from './memories-state.ts';

interface DeleteProps {
  /** The memory in question; null keeps the dialog closed. */
  memory: ListedMemory | null;
  /** Called where the memory stays. */
  onKeep: () => void;
  onDelete: (memory: ListedMemory) => void;
}

export function DeleteDialog({ memory, onKeep, onDelete }: DeleteProps) {
  const remove = () => {
    if (memory !== null) onDelete(memory);
  };
  return (
    <Dialog
      open={memory !== null}
      onOpenChange={(open) => (open ? undefined : onKeep())}
      size="small"
      title="Delete this memory?"
      description="Exactly this one row goes, for good. Earlier versions that it took the place of are rows of their own and stay."
      footer={
        <>
          <Button onClick={onKeep}>Keep it</Button>
          <Button variant="danger" onClick={remove} autoFocus={true}>
            Delete the memory
          </Button>
        </>
      }
    >
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-table">
        <LearnedText text={memory?.content ?? ''} />
      </p>
    </Dialog>
  );
}
