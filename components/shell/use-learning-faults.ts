'use client';

/** What learning fails with at present, for the banner and the mark of every page. */
import { useQuery } from '@tanstack/react-query';
import { type Outputs, SELDOM, useTRPC } from '../api/trpc.ts';
import { useAllowed } from './viewer.ts';

export type LearningFaults = Outputs['insights']['faults'];

const NONE: LearningFaults = { standstill: null, others: [] };

export function useLearningFaults(): LearningFaults {
  const trpc = useTRPC();
  const enabled = useAllowed('learn');
  const { data } = useQuery(trpc.insights.faults.queryOptions(undefined, { enabled, ...SELDOM }));
  return data ?? NONE;
}
