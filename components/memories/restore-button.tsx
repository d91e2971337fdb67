'use client';

/** Believes a memory again that was merged, forgotten or replaced; what took its place stays. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../api/refusal.ts';
import { useTRPC } from '../api/trpc.ts';
import { ScopedButton } from '../shell/scope-gate.tsx';
import { useToast } from '../ui/overlays/toasts.ts';
import { noteOwnChange } from './use-memories.ts';

export function RestoreButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const toast = useToast();
  const restoring = useMutation(trpc.memories.restore.mutationOptions());
  const restore = async () => {
    noteOwnChange(id);
    try {
      await restoring.mutateAsync({ id });
      toast({ title: 'Restored', tone: 'good' });
    } catch (error) {
      toast({ title: 'Could not restore the memory', detail: refusalText(error), tone: 'danger' });
    }
    await cache.invalidateQueries({ queryKey: trpc.memories.pathKey() });
  };
  return (
    <ScopedButton
      scope="review"
      size="small"
      className="ml-auto"
      loading={restoring.isPending}
      onClick={() => void restore()}
    >
      Restore
    </ScopedButton>
  );
}
