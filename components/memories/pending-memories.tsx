'use client';

/** The memories that wait for a reviewer, one card each; a decision moves on to the next. */
import type { Inputs } from '../api/trpc.ts';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/layout/card.tsx';
import { EmptyState, ErrorBlock, LoadMore, SkeletonRows } from '../ui/layout/states.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { LearnedText } from '../ui/text/learned-text.tsx';
import { ChangedBar } from './all-memories.tsx';
import type { ChangeMemories, ListedMemory, MemoriesState } from './memories-state.ts';
import { PendingCard } from './pending-card.tsx';
import { useMemories } from './use-memories.ts';
import { usePendingQueue } from './use-pending-queue.ts';

interface PendingMemoriesProps {
  agentId: string | null;
  state: MemoriesState;
  change: ChangeMemories;
}

export function PendingMemories({ agentId, state, change }: PendingMemoriesProps) {
  const input: NonNullable<Inputs['memories']['list']> = { agentId, statuses: ['pending'] };
  const { list, rows, changed, refresh } = useMemories(input);
  const queue = usePendingQueue(rows, { id: state.id, pick: (id) => change({ id }, { history: 'replace' }) });
  if (list.error !== null && list.data === undefined) {
    return <ErrorBlock what="load the held memories" error={list.error} onRetry={refresh} />;
  }
  if (list.data === undefined) return <SkeletonRows count={6} label="Loading memories" />;
  if (queue.waiting.length === 0 && !list.hasNextPage) {
    return (
      <Card flush={true}>
        {changed ? <ChangedBar onShow={refresh} /> : null}
        <EmptyState title="Nothing is held">
          A memory waits here when the safety scan finds something in it, when policy asks for a review, or
          when it resembles a believed one and no model could reconcile the two.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {changed ? <ChangedBar onShow={refresh} /> : null}
      <ul aria-label="Held memories" className="flex flex-col gap-4">
        {queue.waiting.map((memory) => (
          <PendingCard
            key={memory.id}
            memory={memory}
            chosen={memory.id === queue.chosen?.id}
            onChoose={() => queue.choose(memory.id)}
            onApprove={() => queue.approve(memory)}
            onDelete={() => queue.ask(memory)}
          />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        shown={queue.waiting.length}
        noun="held"
        loose={true}
      />
      <DeleteDialog memory={queue.asked} onKeep={queue.keep} onDelete={queue.remove} />
    </>
  );
}

/** Asks before a memory is deleted, and says how far a deletion reaches. */
interface DeleteProps {
  /** The memory in question; null keeps the dialog closed. */
  memory: ListedMemory | null;
  /** Called where the memory stays. */
  onKeep: () => void;
  onDelete: (memory: ListedMemory) => void;
}

function DeleteDialog({ memory, onKeep, onDelete }: DeleteProps) {
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
