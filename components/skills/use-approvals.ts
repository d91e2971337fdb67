'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { useAllowed } from '../shell/viewer.ts';

/** The approvals of a skill's versions and rules; nothing for who may not see decisions. */
export function useApprovals(id: string) {
  const trpc = useTRPC();
  const enabled = useAllowed('review');
  const { data } = useQuery(trpc.skills.approvals.queryOptions({ id }, { enabled }));
  const ofVersion = (version: number | undefined) =>
    data?.versions.find((one) => one.version === version) ?? null;
  return { ofVersion, ofRule: (rule: string) => ofVersion(data?.rules[rule]) };
}
