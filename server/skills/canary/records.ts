/** A canary as the store hands it out, and the text that it tries. */
import type { ArmEvidence } from '../../domain/skills/canary/arm.ts';
import type { ExperimentStatus } from '../../domain/skills/canary/status.ts';
import type { CanaryBounds, CanaryRule } from '../../domain/skills/canary/verdict.ts';
import type { Interval } from '../../domain/measurement/beta.ts';
import type { VersionBullet } from '../../domain/skills/skill.ts';

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

/** A canary; floor and bounds are those of its start, and so is the version that the candidate would follow. */
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
