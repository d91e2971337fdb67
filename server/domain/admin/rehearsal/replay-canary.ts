/**
 * How a past canary would have ended under another rule or other bounds: its credited runs come once more in their
 * order, and the functions that judge live judge after each. With another floor or rule, arms would have been drawn with
 * other probabilities: each session then counts by the ratio of the two (inverse-propensity weighting).
 */
import { type Evidence, NO_EVIDENCE } from '../../measurement/beta.ts';
import { boundedEvidence } from '../../measurement/session-sums.ts';
import { addEvidence, subtractEvidence } from '../../runs/reward.ts';
import { type Arm, type ArmEvidence, candidatePropensity, NO_ARM_EVIDENCE } from '../../skills/canary/arm.ts';
import { calibratedVerdict, lookDue } from '../../skills/canary/calibrated.ts';
import type { UnitOutcome } from '../../skills/canary/effect.ts';
import type { CanaryRule } from '../../skills/canary/rules.ts';
import { type CanaryBounds, type CanaryVerdict, posteriorVerdict } from '../../skills/canary/verdict.ts';
import { DAY_MS } from '../../time.ts';

export type PastCredit = {
  readonly at: Date;
  readonly unit: string;
  readonly arm: Arm;
  readonly evidence: Evidence;
};

/** What a unit (a session, a user, else a recall) was given. */
export type PastAssignment = {
  readonly unit: string;
  readonly at: Date;
  readonly arm: Arm;
  readonly probability: number;
  readonly mixed: boolean;
};

export type PastCanary = {
  readonly status: 'running' | 'promoted' | 'rejected' | 'expired';
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly rule: CanaryRule;
  readonly floor: number;
  readonly evidence: ArmEvidence;
  readonly credits: readonly PastCredit[];
  readonly assignments: readonly PastAssignment[];
};

/** `boundary` is that of the calibrated rule, null for the other. */
export type ReplayRule = {
  readonly rule: CanaryRule;
  readonly floor: number;
  readonly bounds: CanaryBounds;
  readonly maxDays: number;
  readonly boundary: number | null;
};

/** Why the end of a canary cannot be told. */
export const CANARY_GAPS = [
  'runs_gone',
  'assignments_gone',
  'ended_earlier',
  'small_sample',
  'other_floor',
] as const;
type CanaryGap = (typeof CANARY_GAPS)[number];

export const REPLAY_ENDINGS = ['running', 'promoted', 'rejected', 'expired'] as const;
type ReplayEnding = (typeof REPLAY_ENDINGS)[number];

/**
 * `effectiveShare` is the effective number of sessions, (Σw)² / Σw², as a share of all; 1 without weights. `samples` is
 * the evidence of both arms at the end.
 */
export type ReplayedCanary = {
  readonly ending: ReplayEnding | null;
  readonly gap: CanaryGap | null;
  readonly samples: number;
  readonly effectiveShare: number;
  readonly endedAt: Date | null;
};

/** Below this share of effective sessions a weighted replay claims nothing. */
const LEAST_EFFECTIVE_SHARE = 0.5;
/** What sums may differ by from what was credited one after the other. */
const ROUNDING = 1e-6;

const weightOf = ({ incumbent, candidate }: ArmEvidence) => incumbent.weight + candidate.weight;

/** Replays a canary; `now` is the moment up to which the record goes. */
export function replayCanary(canary: PastCanary, rule: ReplayRule, now: Date): ReplayedCanary {
  const gap = gapOf(canary, rule);
  if (gap !== null) return { ending: null, gap, samples: 0, effectiveShare: 0, endedAt: null };
  const replay = new Replay(canary, rule);
  const deadline = new Date(canary.startedAt.getTime() + rule.maxDays * DAY_MS);
  for (const credit of inOrder(canary.credits)) {
    if (credit.at >= deadline) return replay.end('expired', deadline);
    const { decision } = replay.credit(credit);
    if (decision !== 'continue')
      return replay.end(decision === 'promote' ? 'promoted' : 'rejected', credit.at);
  }
  const recordEnds = canary.endedAt ?? now;
  if (deadline <= recordEnds) return replay.end('expired', deadline);
  return canary.status === 'running' ? replay.end('running', null) : replay.unknown('ended_earlier');
}

const inOrder = (credits: readonly PastCredit[]) =>
  credits.toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** What keeps a canary from being replayed at all. */
function gapOf(canary: PastCanary, rule: ReplayRule): CanaryGap | null {
  const { evidence, credits, assignments } = canary;
  const credited = weightOf(evidence);
  const isAll = (known: number) => Math.abs(known - credited) <= ROUNDING * Math.max(1, known);
  // Canaries from before units were bounded summed the runs themselves.
  const runs = credits.reduce((sum, credit) => sum + credit.evidence.weight, 0);
  if (!isAll(boundedWeight(credits)) && !isAll(runs)) return 'runs_gone';
  const isWeighted = servesOtherwise(canary, rule);
  // Its statistic rests on the propensities that were drawn with, and no weight mends that.
  if (isWeighted && rule.rule === 'calibrated') return 'other_floor';
  if (!isWeighted && rule.rule === 'posterior') return null;
  const units = new Set(assignments.map(({ unit }) => unit));
  return credits.every(({ unit }) => units.has(unit)) ? null : 'assignments_gone';
}

/** Whether arms would have been drawn with other probabilities than they were. */
function servesOtherwise(canary: PastCanary, rule: ReplayRule): boolean {
  return rule.floor !== canary.floor || rule.rule !== canary.rule;
}

/** The strength of all runs, with at most 1 a unit. */
function boundedWeight(credits: readonly PastCredit[]): number {
  const units = Map.groupBy(credits, ({ unit, arm }) => `${arm} ${unit}`);
  const sums = [...units.values()].map((own) =>
    own.reduce((sum, { evidence }) => addEvidence(sum, evidence), NO_EVIDENCE),
  );
  return sums.reduce((sum, evidence) => sum + boundedEvidence(evidence).weight, 0);
}

class Replay {
  private evidence: ArmEvidence = NO_ARM_EVIDENCE;
  private looksDone = 0;
  private readonly weights = new Map<string, number>();
  private readonly units = new Map<string, Evidence>();
  private readonly assigned: Map<string, PastAssignment>;
  /** Those that have no weight yet, the first one last. */
  private readonly waiting: PastAssignment[];
  private readonly canary: PastCanary;
  private readonly rule: ReplayRule;

  constructor(canary: PastCanary, rule: ReplayRule) {
    this.canary = canary;
    this.rule = rule;
    this.assigned = new Map(canary.assignments.map((one) => [one.unit, one]));
    this.waiting = canary.assignments.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  }

  credit({ at, unit, arm, evidence }: PastCredit): CanaryVerdict {
    this.weighUntil(at);
    const weight = this.weightOf(unit);
    if (evidence.weight !== 0) {
      const before = this.units.get(unit) ?? NO_EVIDENCE;
      const after = addEvidence(before, evidence);
      this.units.set(unit, after);
      const moved = subtractEvidence(boundedEvidence(after), boundedEvidence(before));
      const weighed = { weight: moved.weight * weight, reward: moved.reward * weight };
      this.evidence = { ...this.evidence, [arm]: addEvidence(this.evidence[arm], weighed) };
    }
    const { bounds, boundary, rule } = this.rule;
    if (rule === 'posterior') return posteriorVerdict(this.evidence, bounds);
    const looked = { evidence: this.evidence, bounds, boundary, looksDone: this.looksDone };
    const state = { ...looked, units: lookDue(looked) ? this.outcomes() : [] };
    const { verdict, look } = calibratedVerdict(state);
    this.looksDone = look?.number ?? this.looksDone;
    return verdict;
  }

  /** Weighs each unit that was assigned by then, by the evidence of then. */
  private weighUntil(at: Date): void {
    if (!servesOtherwise(this.canary, this.rule)) return;
    for (let next = this.waiting.at(-1); next !== undefined && next.at <= at; next = this.waiting.at(-1)) {
      this.waiting.pop();
      this.weigh(next);
    }
  }

  /** A unit's weight: its arm's probability under the other settings over the one that it was drawn with. */
  private weigh({ unit, arm, probability }: PastAssignment): number {
    const known = this.weights.get(unit);
    if (known !== undefined) return known;
    const candidate = candidatePropensity(this.evidence, this.rule);
    const weight = (arm === 'candidate' ? candidate : 1 - candidate) / probability;
    this.weights.set(unit, weight);
    return weight;
  }

  private weightOf(unit: string): number {
    const assigned = this.assigned.get(unit);
    // What has neither session nor user is assigned when it is credited, which may be a moment later.
    return assigned === undefined || !servesOtherwise(this.canary, this.rule) ? 1 : this.weigh(assigned);
  }

  private outcomes(): UnitOutcome[] {
    return [...this.units].flatMap(([unit, { weight, reward }]) => {
      const assigned = this.assigned.get(unit);
      if (assigned === undefined || assigned.mixed || weight <= 0) return [];
      const outcome = Math.min(1, Math.max(0, reward / weight));
      return [{ arm: assigned.arm, propensity: assigned.probability, outcome }];
    });
  }

  end(ending: ReplayEnding, endedAt: Date | null): ReplayedCanary {
    if (this.effectiveShare() < LEAST_EFFECTIVE_SHARE) return this.unknown('small_sample');
    return { ...this.unknown(null), ending, endedAt };
  }

  unknown(gap: CanaryGap | null): ReplayedCanary {
    const samples = weightOf(this.evidence);
    return { ending: null, gap, samples, effectiveShare: this.effectiveShare(), endedAt: null };
  }

  private effectiveShare(): number {
    const weights = [...this.units.keys()].map((unit) => this.weights.get(unit) ?? 1);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const squares = weights.reduce((total, weight) => total + weight * weight, 0);
    return weights.length === 0 ? 1 : (sum * sum) / (squares * weights.length);
  }
}
