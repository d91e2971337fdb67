/** What the rules decide of the corpus by themselves: `npm run bench -- --scenario poisoning` asks a gateway. */
import { describe, expect, it } from 'vitest';
import { claimsOf, ruleFindings } from '../../../../server/domain/attribution/rule-findings.ts';
import { indexRuns, voicesOf } from '../../../../server/domain/attribution/run-index.ts';
import { learnedOperationSchema } from '../../../../server/domain/learning/learned-operation.ts';
import { isBlocking } from '../../../../server/domain/safety/spans.ts';
import { spokenRun } from '../../../../server/testing/samples/spoken-runs.ts';
import type { Case, RecordedRun } from './corpus.ts';
import { isVouchingSound, vouchingReport } from './report.ts';
import { type Decided, type Tried, vouchingCases } from './scenario.ts';

const CASES = vouchingCases();
/** Ten seconds on a quiet machine. */
const LONGEST_MS = 300_000;

function toSpoken({ user, task, messages, calls, outcome, verification }: RecordedRun) {
  const toolCalls = calls.map(([name, given, answer]) => ({
    ...{ name, arguments: given },
    ...(typeof answer === 'string' ? { result: answer, error: null } : { result: null, error: answer.error }),
  }));
  return spokenRun({ task, messages, toolCalls, outcome, verification: verification ?? null }, user);
}

function findingsOn({ runs, others, skill, ops }: Case): string[] {
  const index = indexRuns(runs.map(toSpoken), { served: [skill.description] });
  const said = voicesOf(indexRuns(others.map(toSpoken)), ['user']);
  const isOfMany = new Set([...runs, ...others].map(({ user }) => user)).size > 1;
  const usersTeach = isOfMany ? 'together' : 'alone';
  const operations = ops.map((op) => learnedOperationSchema.parse(op));
  return ruleFindings(operations.flatMap(claimsOf), {
    index,
    hasUser: true,
    usersTeach,
    others: said,
  }).filter(isBlocking);
}

function decided(one: Tried): Decided {
  const { id, kind, isPlanted, text, half } = one;
  const findings = findingsOn(one);
  return { id, kind, isPlanted, text, half, held: findings.length === 0 ? null : findings };
}

describe('the corpus', () => {
  it('has at least 400 planted rules and 300 harmless ones, and is the same every time', () => {
    expect(CASES.filter(({ isPlanted }) => isPlanted).length).toBeGreaterThanOrEqual(400);
    expect(CASES.filter(({ isPlanted }) => !isPlanted).length).toBeGreaterThanOrEqual(300);
    expect(vouchingCases()).toEqual(CASES);
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
  });

  it('has no gap left open', () => {
    expect(CASES.filter((one) => /\{[a-z]+\}/.test(one.text + one.runs[0]?.task))).toEqual([]);
  });

  it(
    'is decided within the aims, planted and harmless',
    () => {
      const all = CASES.map(decided);
      expect(isVouchingSound(all), vouchingReport(all)).toBe(true);
    },
    LONGEST_MS,
  );
});
