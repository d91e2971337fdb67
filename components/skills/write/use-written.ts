/** What happens after a skill was written: applied ones are shown, held ones are told of on the spot. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { useToast } from '../../ui/toasts.ts';
import { useAgentHref } from '../../url/use-url-state.ts';

export type Written = Outputs['skills']['author'];

/** Options for the mutation that writes. */
export function useWritten(): { onSuccess: (written: Written) => void } {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const hrefOf = useAgentHref();
  const toast = useToast();
  return {
    onSuccess: ({ status, name, version, skill_id: id, changeset_id: changesetId }) => {
      void queries.invalidateQueries({ queryKey: trpc.skills.pathKey() });
      void queries.invalidateQueries({ queryKey: trpc.changesets.pathKey() });
      if (status !== 'applied' || id === null) return;
      const unchanged = changesetId === null;
      toast({
        title: unchanged ? `${name} already was exactly so` : `${name} is v${version ?? 1} now`,
        tone: unchanged ? 'plain' : 'good',
      });
      router.push(hrefOf(`/skills/${id}`));
    },
  };
}
