'use client';

/** Proposes a stale, failed or rejected change once more, on the skills as they are now, and leads to the new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTRPC } from '../../api/trpc.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorBlock } from '../../ui/layout/states.tsx';

export function ProposeAgain({ id, label }: { id: string; label: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queries = useQueryClient();
  const again = useMutation(
    trpc.changesets.proposeAgain.mutationOptions({
      onSuccess: ({ id: next }) => router.push(`/changesets/${next}`),
      onSettled: () => {
        for (const changed of [trpc.changesets, trpc.overview])
          void queries.invalidateQueries({ queryKey: changed.pathKey() });
      },
    }),
  );
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="small" loading={again.isPending} onClick={() => again.mutate({ id })}>
        {label}
      </Button>
      {again.error === null ? null : <ErrorBlock what="propose it again" error={again.error} />}
    </div>
  );
}
