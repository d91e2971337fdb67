/**
 * Canaries, and how they are read from rows. The columns were written from these types, which is what the
 * casts rely on.
 */
import type { Interval } from '../../domain/measurement/beta.ts';
import type { ArmEvidence } from '../../domain/skills/canary/arm.ts';
import type { CanaryRule } from '../../domain/skills/canary/rules.ts';
import type { ExperimentStatus } from '../../domain/skills/canary/status.ts';
import type { CanaryBounds } from '../../domain/skills/canary/verdict.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';

/** The columns of both arms' evidence. */
export interface EvidenceColumns {
  incumbentEvidence: number;
  incumbentReward: number;
  candidateEvidence: number;
  candidateReward: number;
}

export function evidenceOf(row: EvidenceColumns): ArmEvidence {
  return {
    incumbent: { weight: row.incumbentEvidence, reward: row.incumbentReward },
    candidate: { weight: row.candidateEvidence, reward: row.candidateReward },
  };
}

export function evidenceColumns({ incumbent, candidate }: ArmEvidence): EvidenceColumns {
  return {
    incumbentEvidence: incumbent.weight,
    incumbentReward: incumbent.reward,
    candidateEvidence: candidate.weight,
    candidateReward: candidate.reward,
  };
}

export function experimentColumns({ bounds, rates, evidence, candidate, ...record }: ExperimentRecord) {
  const [lowestRate, highestRate] = rates;
  const columns = { ...record, ...bounds, ...evidenceColumns(evidence) };
  return { ...columns, lowestRate, highestRate, candidate: toJson(candidate) };
}

type Row = Omit<ReturnType<typeof experimentColumns>, 'status' | 'rule'> &
  Record<'status' | 'rule' | 'tenant', string>;

export function experimentOf(row: Row): ExperimentRecord {
  const { tenant: _, threshold, minSamples, maxSamples, lowestRate, highestRate, ...rest } = row;
  const { incumbentEvidence, incumbentReward, candidateEvidence, candidateReward, ...record } = rest;
  return {
    ...record,
    status: record.status as ExperimentStatus,
    rule: record.rule as CanaryRule,
    bounds: { threshold, minSamples, maxSamples },
    rates: [lowestRate, highestRate],
    evidence: evidenceOf({ incumbentEvidence, incumbentReward, candidateEvidence, candidateReward }),
    candidate: fromJson(record.candidate),
  };
}

/** A rule of a candidate: its wording and the episodes that taught it. */
export type CandidateRule = VersionBullet & { sources: string[] };

/** What a skill would say. */
export interface CandidateText {
  description: string;
  tags: string[];
  frontMatter: Record<string, unknown>;
  /** Active rules in reading order. */
  bullets: CandidateRule[];
}

/**
 * A canary; floor and bounds are those of its start, and so is the version that the candidate would follow.
 */
export interface ExperimentRecord {
  id: string;
  agentId: string;
  skillId: string;
  changesetId: string;
  status: ExperimentStatus;
  rule: CanaryRule;
  floor: number;
  bounds: CanaryBounds;
  /** Of the calibrated rule; null while it is being computed, and always with the other rule. */
  boundary: number | null;
  /** The success rates that the boundary holds for, by what was known of the skill at the start. */
  rates: Interval;
  baseVersion: number;
  candidate: CandidateText;
  evidence: ArmEvidence;
  /** Changes of evidence so far. */
  credits: number;
  /** Planned looks that were taken. */
  looks: number;
  startedAt: Date;
  endedAt: Date | null;
  /** Why it ended. */
  reason: string | null;
}
