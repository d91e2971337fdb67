import { describe, expect, it } from 'vitest';
import { candidateBetter } from './arm.ts';
import { evenChance, guardedVerdict } from './guarded-verdict.ts';
import type { GuardrailRules } from './guardrails.ts';
import { type ArmMeasures, addMeasures, measureRun, NO_MEASURES } from './measures.ts';
import { posteriorVerdict } from './verdict.ts';

const BOUNDS = { threshold: 0.95, minSamples: 20, maxSamples: 300 };
const DURATION: GuardrailRules = { margins: { duration: 0.2 }, cheaper: null };
const CHEAPER: GuardrailRules = { margins: { duration: 0.2 }, cheaper: 0.1 };

/** Runs that last `ms`, a third more or less, and how many of them succeeded. */
function arm(weight: number, success: number, ms: number) {
  let sums = NO_MEASURES;
  for (let run = 0; run < weight; run++) {
    const durationMs = ms * (run % 2 === 0 ? 1.33 : 1 / 1.33);
    sums = addMeasures(sums, measureRun({ durationMs, toolCalls: [], metadata: {} }));
  }
  const measures: ArmMeasures = { ...sums, characters: 500 };
  return { evidence: { weight, reward: weight * success }, measures };
}

type ArmOf = ReturnType<typeof arm>;

function judged(incumbent: ArmOf, candidate: ArmOf, rules: GuardrailRules | null) {
  const evidence = { incumbent: incumbent.evidence, candidate: candidate.evidence };
  const measures = { incumbent: incumbent.measures, candidate: candidate.measures };
  const verdict = posteriorVerdict(evidence, BOUNDS);
  return guardedVerdict(verdict, { evidence, bounds: BOUNDS, guarded: rules && { rules, measures } });
}

describe('a canary with guardrails', () => {
  const present = arm(150, 0.6, 1000);

  it('is decided by success alone where none is set', () => {
    expect(judged(present, arm(150, 0.8, 9000), null)).toMatchObject({ decision: 'promote' });
  });

  it('promotes what is better and surely costs no more than it may', () => {
    expect(judged(present, arm(150, 0.8, 1000), DURATION)).toMatchObject({ decision: 'promote' });
  });

  it('holds what is better but slow, and says by how much', () => {
    expect(judged(present, arm(150, 0.8, 1600), DURATION)).toEqual({
      decision: 'reject',
      reason: expect.stringMatching(
        /^held: runs took 60 % longer \(at least 4\d(\.\d)? %\), more than the 20 % allowed$/,
      ),
    });
  });

  it('goes on while a guardrail is open, and names it at its maximum', () => {
    expect(judged(arm(40, 0.5, 1000), arm(40, 0.9, 1150), DURATION)).toEqual({ decision: 'continue' });
    expect(judged(arm(40, 0.5, 1000), arm(300, 0.9, 1150), DURATION)).toEqual({
      decision: 'reject',
      reason:
        'still undecided at 300 samples of the candidate: runs took 15 % longer so far, and more than the 20 % allowed is not ruled out',
    });
  });

  it('rejects what does worse by more than the margin, no matter what it saves', () => {
    const { decision, reason } = { reason: '', ...judged(present, arm(150, 0.3, 400), CHEAPER) };
    expect(decision).toBe('reject');
    expect(reason).toContain('only');
  });

  it('goes on with a cheaper one that looks worse and may be within the margin, up to its maximum', () => {
    const unlucky = arm(60, 0.45, 400);
    expect(judged(present, unlucky, DURATION)).toMatchObject({ decision: 'reject' });
    expect(judged(present, unlucky, CHEAPER)).toEqual({ decision: 'continue' });
    expect(judged(present, arm(60, 0.45, 1000), CHEAPER)).toMatchObject({ decision: 'reject' });
    expect(judged(arm(300, 0.6, 1000), arm(300, 0.5, 400), CHEAPER)).toEqual({
      decision: 'reject',
      reason: 'still undecided at 300 samples of the candidate',
    });
  });

  it('promotes a cheaper one that is surely a little worse, within the margin', () => {
    expect(judged(arm(3000, 0.95, 1000), arm(250, 0.92, 600), CHEAPER)).toMatchObject({
      decision: 'promote',
    });
  });

  it('promotes what is cheaper and not worse only where that is asked for', () => {
    const [equal, cheap] = [arm(250, 0.92, 1000), arm(250, 0.92, 600)];
    expect(judged(equal, cheap, DURATION)).toEqual({ decision: 'continue' });
    expect(judged(equal, cheap, CHEAPER)).toEqual({
      decision: 'promote',
      reason: expect.stringMatching(
        /^success is not worse by more than 10 points, and runs took 40 % less time \(at least 3\d/,
      ),
    });
    expect(judged(equal, arm(250, 0.92, 1000), CHEAPER)).toEqual({ decision: 'continue' });
    expect(judged(arm(30, 0.92, 1000), arm(30, 0.92, 600), CHEAPER)).toEqual({ decision: 'continue' });
  });

  it('serves both texts alike while only guardrails are open', () => {
    const chanceOf = (incumbent: ArmOf, candidate: ArmOf) => {
      const evidence = { incumbent: incumbent.evidence, candidate: candidate.evidence };
      return evenChance(evidence, BOUNDS, candidateBetter(evidence));
    };
    expect(chanceOf(present, arm(150, 0.8, 1000))).toBe(0.5);
    expect(chanceOf(present, arm(150, 0.6, 1000))).toBeUndefined();
    expect(chanceOf(arm(5, 0, 1), arm(5, 1, 1))).toBeUndefined();
  });
});
