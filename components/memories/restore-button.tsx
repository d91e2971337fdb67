'use client';

/** Believes a memory again that was merged, forgotten or replaced; what took its place stays. */
import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { noteOwnChange } from './use-memories.ts';

export function RestoreButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const restoring = useChange(trpc.memories.restore, {
    stale: [trpc.memories],
    done: { title: 'Restored', tone: 'good' },
    failed: 'Could not restore the memory',
  });
  const restore = () => {
    noteOwnChange(id);
    restoring.mutate({ id });
  };
  return (
    <ScopedButton
      scope="review"
      size="small"
      className="ml-auto"
      loading={restoring.isPending}
      onClick={restore}
    >
      Restore
    </ScopedButton>
  );
}
