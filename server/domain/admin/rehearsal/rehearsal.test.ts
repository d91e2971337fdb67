/** What a rehearsal claims of single records, and where it says that it cannot tell. */
import { describe, expect, it } from 'vitest';
import type { Arm } from '../../skills/canary/arm.ts';
import { type PastCandidate, rehearseMemories, rehearseSkills, sessionsFactor } from './rehearse-recall.ts';
import { type PastCanary, type ReplayRule, replayCanary } from './replay-canary.ts';

const limits = (recallMinScore: number, recallMaxSkills: number, recallMaxMemories = 8) => ({
  ...{ recallMinScore, recallMaxSkills, recallMaxMemories, indexSize: 20 },
});
const candidates = (...scores: [number, string][]): PastCandidate[] =>
  scores.map(([score, reason], at) => ({ id: `sk_${at}`, score, reason }));

describe('a rehearsed recall', () => {
  const recorded = candidates([0.8, 'served'], [0.5, 'served'], [0.3, 'below_minimum']);

  it('serves more under a lower minimum, and less under a higher one', () => {
    const today = limits(0.4, 3);
    expect(rehearseSkills(recorded, { today, rehearsed: limits(0.2, 3) })).toEqual({
      added: ['sk_2'],
      removed: [],
    });
    expect(rehearseSkills(recorded, { today, rehearsed: limits(0.6, 3) })).toEqual({
      added: [],
      removed: ['sk_1'],
    });
  });

  it('claims nothing where candidates between may be missing', () => {
    const [b, c] = [[0.3, 'below_minimum'] as [number, string], [0.25, 'below_minimum'] as [number, string]];
    const full = candidates([0.8, 'served'], b, c, [0.22, 'below_minimum']);
    const today = limits(0.4, 6);
    expect(rehearseSkills(full, { today, rehearsed: limits(0.2, 6) })).toEqual({ gap: 'few_candidates' });
    // What is left out could not have come in here: there is no more room.
    expect(rehearseSkills(full, { today, rehearsed: limits(0.2, 4) })).toMatchObject({
      added: ['sk_1', 'sk_2', 'sk_3'],
    });
    // One that is known lies below the new minimum, and all that are missing lie below that one.
    expect(rehearseSkills(full, { today, rehearsed: limits(0.24, 6) })).toMatchObject({
      added: ['sk_1', 'sk_2'],
    });
  });

  it('keeps the number that a request asked for itself, and claims nothing of another', () => {
    const own = candidates([0.8, 'served'], [0.7, 'index'], [0.6, 'index']);
    const today = limits(0.1, 3);
    expect(rehearseSkills(own, { today, rehearsed: limits(0.1, 2) })).toEqual({ gap: 'own_limits' });
    expect(rehearseSkills(own, { today, rehearsed: limits(0.9, 3) })).toEqual({
      added: [],
      removed: ['sk_0'],
    });
  });

  it('serves memories as far as they are recorded', () => {
    const memory = (at: number, served: boolean) => ({
      ...{ id: `m_${at}`, score: 1 - at / 10, served, reason: served ? 'served' : 'beyond_limit' },
    });
    const kept = [memory(0, true), memory(1, true), memory(2, false), memory(3, false), memory(4, false)];
    const [today, more] = [limits(0, 3, 2), limits(0, 3, 5)];
    expect(rehearseMemories(kept, { today, rehearsed: more })).toEqual({
      added: ['m_2', 'm_3', 'm_4'],
      removed: [],
    });
    expect(rehearseMemories(kept, { today, rehearsed: limits(0, 3, 6) })).toEqual({ gap: 'few_memories' });
    expect(rehearseMemories(kept, { today, rehearsed: limits(0, 3, 1) })).toEqual({
      added: [],
      removed: ['m_1'],
    });
  });

  it('needs more sessions the more uneven the groups are', () => {
    expect(sessionsFactor(0.5, 0.1)).toBeCloseTo(25 / 9);
    expect(sessionsFactor(0, 0.1)).toBeNull();
  });
});

const START = new Date('2026-03-01T00:00:00Z');
const at = (hours: number) => new Date(START.getTime() + hours * 3_600_000);

/** A canary whose candidate always wins, with `count` runs of each arm, an hour each. */
function canary(count: number, changes: Partial<PastCanary> = {}): PastCanary {
  const arms = Array.from(
    { length: 2 * count },
    (_, index): Arm => (index % 2 === 0 ? 'candidate' : 'incumbent'),
  );
  const credits = arms.map((arm, index) => ({
    ...{ at: at(index + 1), unit: `u_${index}`, arm },
    evidence: { weight: 1, reward: arm === 'candidate' ? 1 : 0 },
  }));
  return {
    ...{ status: 'promoted', startedAt: START, endedAt: at(2 * count), credits },
    ...{ rule: 'posterior', floor: 0.1 },
    evidence: { incumbent: { weight: count, reward: 0 }, candidate: { weight: count, reward: count } },
    assignments: arms.map((arm, index) => ({
      ...{ unit: `u_${index}`, at: at(index + 0.5), arm, probability: 0.5, mixed: false },
    })),
    ...changes,
  };
}

const rule = (changes: Partial<ReplayRule> & { minSamples?: number } = {}): ReplayRule => {
  const { minSamples = 5, ...rest } = changes;
  const bounds = { threshold: 0.95, minSamples, maxSamples: 300 };
  return { rule: 'posterior', floor: 0.1, bounds, maxDays: 14, boundary: null, ...rest };
};

describe('a replayed canary', () => {
  it('ends as soon as the other bounds allow', () => {
    expect(replayCanary(canary(20), rule(), at(100))).toMatchObject({
      ending: 'promoted',
      samples: 10,
      gap: null,
    });
  });

  it('claims nothing beyond the end of its record, unless it would have expired by then', () => {
    const patient = rule({ minSamples: 50 });
    expect(replayCanary(canary(20), patient, at(100))).toMatchObject({ ending: null, gap: 'ended_earlier' });
    const short = { ...patient, maxDays: 1 };
    expect(replayCanary(canary(20), short, at(100))).toMatchObject({ ending: 'expired', endedAt: at(24) });
    const running = canary(20, { status: 'running', endedAt: null });
    expect(replayCanary(running, patient, at(100))).toMatchObject({ ending: 'running' });
  });

  it('is judged by the calibrated rule at its looks alone', () => {
    const calibrated = (boundary: number) => rule({ rule: 'calibrated', boundary, minSamples: 10 });
    const past = canary(30, { rule: 'calibrated' });
    // At the first look, with a thirtieth of the last one's evidence in the smaller arm, z has to reach 2.3 times c.
    expect(replayCanary(past, calibrated(1.2), at(100))).toMatchObject({ ending: 'promoted', samples: 20 });
    expect(replayCanary(past, calibrated(50), at(100)).gap).toBe('ended_earlier');
    const floor = { ...calibrated(1.2), floor: 0.2 };
    expect(replayCanary(past, floor, at(100)).gap).toBe('other_floor');
    // The other rule would have served with other probabilities.
    expect(replayCanary(canary(30), calibrated(1.2), at(100)).gap).toBe('other_floor');
  });

  it('counts a session by the share that its arm would have had', () => {
    // Served with 0.9 and 0.1, they would have been drawn evenly at first: each candidate counts less, each incumbent more.
    const uneven = canary(20).assignments.map((one) => ({
      ...{ ...one, probability: one.arm === 'candidate' ? 0.9 : 0.5 },
    }));
    const even = rule({ floor: 0.5, minSamples: 9 });
    const replayed = replayCanary(canary(20, { assignments: uneven }), even, at(100));
    // 17 candidates at 0.5/0.9 are worth more than 9; between them came 16 incumbents.
    expect(replayed).toMatchObject({ ending: 'promoted' });
    expect(replayed.samples).toBeCloseTo(17 * (0.5 / 0.9) + 16);
    expect(replayed.effectiveShare).toBeLessThan(1);
  });

  it('claims nothing where runs are gone, or too few sessions would count as many', () => {
    const shorter = canary(20).credits.slice(1);
    expect(replayCanary(canary(20, { credits: shorter }), rule(), at(100)).gap).toBe('runs_gone');
    const rare = canary(20).assignments.map((one, index) => ({
      ...one,
      probability: index === 3 ? 0.01 : 0.5,
    }));
    const weighted = rule({ floor: 0.4 });
    expect(replayCanary(canary(20, { assignments: rare }), weighted, at(100)).gap).toBe('small_sample');
    expect(replayCanary(canary(20), weighted, at(100))).toMatchObject({ ending: 'promoted', gap: null });
    expect(replayCanary(canary(20, { assignments: [] }), weighted, at(100)).gap).toBe('assignments_gone');
  });
});
