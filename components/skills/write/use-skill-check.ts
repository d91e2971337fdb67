'use client';

/** Lint and scan while somebody writes: requested once the typing pauses, shown rule by rule. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { SkillDocument } from '../../../server/domain/skills/skill-md/parse.ts';
import { type Outputs, useTRPC } from '../../api/trpc.ts';
import { useToast } from '../../ui/overlays/toasts.ts';
import { useAgentHref } from '../../url/use-url-state.ts';
import { type CheckInput, checkOf } from './draft.ts';

const CHECKING_PAUSE_MS = 350;

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

const NOT_CHECKED: Checked = {
  byRule: new Map(),
  findings: [],
  blocking: false,
  replaces: false,
  error: null,
  isPending: false,
};

/** Checks a candidate; null checks nothing. */
export function useSkillCheck(candidate: CheckInput | null): Checked {
  const trpc = useTRPC();
  const paused = usePaused(candidate === null ? '' : JSON.stringify(candidate));
  const check = paused === '' ? null : checkOf(JSON.parse(paused) as CheckInput);
  const { data, error, isFetching } = useQuery(
    trpc.changesets.check.queryOptions(check ?? { agentId: 'default', ops: [] }, {
      enabled: check !== null,
      placeholderData: keepPreviousData,
    }),
  );
  if (check === null) return NOT_CHECKED;
  if (data === undefined) return { ...NOT_CHECKED, error, isPending: isFetching };
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
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), CHECKING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

// What a pasted SKILL.md is read as, by the very rules by which the server will read it; they load when first
// needed.

const READING_PAUSE_MS = 250;

export interface Parsed {
  /** Null while there is none, or where the document cannot be one. */
  skill: Omit<CheckInput, 'agentId'> | null;
  problems: string[];
  /** How the document is changed to be imported. */
  changes: string[];
}

const NOT_READ: Parsed = { skill: null, problems: [], changes: [] };

/** Reads the text once its typing pauses. */
export function useParsed(markdown: string): Parsed {
  const [parsed, setParsed] = useState(NOT_READ);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const next = markdown.trim() === '' ? NOT_READ : await parse(markdown);
      if (current) setParsed(next);
    }, READING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [markdown]);
  return parsed;
}

async function parse(markdown: string): Promise<Parsed> {
  const { parseSkillMd } = await import('../../../server/domain/skills/skill-md/parse.ts');
  const reading = parseSkillMd(markdown);
  if (!reading.ok)
    return { skill: null, problems: reading.problems.map(({ message }) => message), changes: [] };
  return { skill: candidateOf(reading.skill), problems: [], changes: reading.changes };
}

function candidateOf({ name, description, tags, bullets }: SkillDocument): Omit<CheckInput, 'agentId'> {
  return { name, description, tags, rules: bullets };
}

/** What happens after a skill was written: applied ones are shown, pending ones are shown in place. */
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
        title: unchanged ? `${name} is unchanged` : `${name} is v${version ?? 1} now`,
        tone: unchanged ? 'plain' : 'good',
      });
      router.push(hrefOf(`/skills/${id}`));
    },
  };
}
