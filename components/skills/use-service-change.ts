'use client';

import { useTRPC } from '../api/trpc.ts';
import { useChange } from '../api/use-change.ts';
import type { SkillSummary } from './wording.ts';

/** Takes a skill out of service, or back into it. */
export function useServiceChange(
  { id, name }: Pick<SkillSummary, 'id' | 'name'>,
  deprecated: boolean,
  onDone?: () => void,
) {
  const trpc = useTRPC();
  const change = useChange(trpc.skills.setDeprecated, {
    stale: [trpc.skills, trpc.insights],
    done: { title: `${name} is ${deprecated ? 'deprecated' : 'active again'}`, tone: 'good' },
    failed: 'No changes made',
    onDone,
  });
  return { isPending: change.isPending, mutate: () => change.mutate({ id, deprecated }) };
}
