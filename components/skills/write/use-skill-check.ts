/** Lint and scan while somebody writes: asked for once the typing pauses, told rule by rule. */
'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { type Candidate, checkOf } from './draft.ts';

const TYPING_MS = 350;

/** What the check says by now. */
export interface Checked {
  /** Findings by the place of the rule in the candidate. */
  byRule: Map<number, string[]>;
  /** All findings of the whole. */
  findings: string[];
  blocking: boolean;
  /** A skill of that agent and name exists and would be replaced. */
  replaces: boolean;
  error: unknown;
  isPending: boolean;
}

const NOTHING: Checked = {
  byRule: new Map(),
  findings: [],
  blocking: false,
  replaces: false,
  error: null,
  isPending: false,
};

/** Checks a candidate; null checks nothing. */
export function useSkillCheck(candidate: Candidate | null): Checked {
  const trpc = useTRPC();
  const settled = usePaused(candidate === null ? '' : JSON.stringify(candidate));
  const check = settled === '' ? null : checkOf(JSON.parse(settled) as Candidate);
  const { data, error, isFetching } = useQuery(
    trpc.changesets.check.queryOptions(check ?? { agentId: 'default', ops: [] }, {
      enabled: check !== null,
      placeholderData: keepPreviousData,
    }),
  );
  if (check === null) return NOTHING;
  if (data === undefined) return { ...NOTHING, error, isPending: isFetching };
  const byRule = new Map<number, string[]>();
  for (const [index, rule] of check.ruleOfOp.entries()) {
    const findings = data.findingsByOp[index] ?? [];
    if (rule !== null && findings.length > 0) byRule.set(rule, findings);
  }
  const replaces = data.faults.some(({ index, why }) => index === 0 && why === 'skill_exists');
  return { byRule, findings: data.findings, blocking: data.blocking, replaces, error, isPending: isFetching };
}

/** The value as it was when it last stood still. */
function usePaused(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
