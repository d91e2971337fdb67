'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toCallError, useTRPC } from '../api/trpc.ts';
import { useToast } from '../ui/overlays/toasts.ts';
import type { SkillSummary } from './wording.ts';

/** Takes a skill out of service, or back into it. */
export function useServiceChange(
  { id, name }: Pick<SkillSummary, 'id' | 'name'>,
  deprecated: boolean,
  onDone?: () => void,
) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation(
    trpc.skills.setDeprecated.mutationOptions({
      onSuccess: () =>
        toast({ title: `${name} is ${deprecated ? 'deprecated' : 'active again'}`, tone: 'good' }),
      onError: (error) =>
        toast({ title: 'No changes made', detail: toCallError(error).detail, tone: 'danger' }),
      onSettled: () => {
        void queries.invalidateQueries({ queryKey: trpc.skills.pathKey() });
        void queries.invalidateQueries({ queryKey: trpc.insights.pathKey() });
        onDone?.();
      },
    }),
  );
  return { isPending: change.isPending, mutate: () => change.mutate({ id, deprecated }) };
}
