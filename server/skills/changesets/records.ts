import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { ChangesetSource } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { ChangesetStatus } from '../../domain/skills/changesets/status.ts';
import type { Support } from '../../domain/skills/changesets/support.ts';
import type { SourceCount } from '../../domain/trust/because.ts';

/** Skill ids to versions. */
export type Versions = Record<string, number>;

/**
 * What is proposed, and by whom. A person's own change (`humanAuthored`) waits for review only where it has
 * safety findings.
 */
export interface Proposal {
  agentId: string;
  ops: Operation[];
  rationale: string;
  source: ChangesetSource;
  humanAuthored: boolean;
  proposedBy: string;
  episodeIds: string[];
  /** 0 to 1; null where no judge answered. */
  evalScore: number | null;
  baselineScore: number | null;
  /** The version of the prompts that led to it; null where none did. */
  promptVersion?: number | null;
  /** The untrusted sources that it rests on; none unless given. */
  sources?: SourceCount[];
  /** Why these need a person. */
  because?: string[];
}

export interface ChangesetRecord extends Proposal {
  sources: SourceCount[];
  because: string[];
  id: string;
  status: ChangesetStatus;
  originalOps: Operation[] | null;
  risk: Risk;
  safetyFindings: string[];
  baseVersions: Versions;
  appliedVersions: Versions | null;
  reviewer: string | null;
  reviewComment: string | null;
  rejectionReason: string | null;
  /** Whether its approval waived the canary; kept for when it leaves the queue. */
  skipCanary: boolean;
  /** What it rests on; null where no runs taught it. */
  support: Support | null;
  /** Who wrote its wording, where a reviewer amended it. */
  amendedBy: string | null;
  createdAt: Date;
}

export interface Decision {
  status: ChangesetStatus;
  appliedVersions: Versions | null;
  reviewer: string | null;
  reviewComment: string | null;
  rejectionReason: string | null;
  skipCanary: boolean;
}
