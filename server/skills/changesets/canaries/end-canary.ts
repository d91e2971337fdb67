/**
 * The one way in which a canary ends. Its changeset is decided in the same transaction: a candidate that was
 * promoted becomes the skill's next version, together with the skills that the changeset creates, unless the
 * skill has moved on or one to create already exists. Any other end rejects it, and nothing is created. Then
 * the changesets that waited for the canary have their turn.
 */

import { writeAudit } from '../../../audit/index.ts';
import { candidateBetter } from '../../../domain/skills/canary/arm.ts';
import {
  ENDINGS,
  type ExperimentEnding,
  type ExperimentTrigger,
} from '../../../domain/skills/canary/status.ts';
import { createdSkills } from '../../../domain/skills/changesets/apply-ops.ts';
import { creationConflict } from '../../../domain/skills/changesets/approval-outcome.ts';
import type { Bullet } from '../../../domain/skills/skill.ts';
import { bumpSkills } from '../../../knowledge/index.ts';
import { afterCommit, type Tx } from '../../../platform/db/database.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { type CandidateText, type ExperimentRecord, experimentStore } from '../../canary/index.ts';
import { type LoadedSkill, type SkillText, writeVersion } from '../../library/index.ts';
import { type Decider, decideChangeset } from '../decide-changeset.ts';
import {
  additionsOrigin,
  createSkills,
  determineOutcome,
  executeApproval,
  versionOrigin,
} from '../execute-approval.ts';
import { loadAffected } from '../load-for-decision.ts';
import { notifyOfChangeset } from '../notify-of-changeset.ts';
import type { ChangesetRecord } from '../records.ts';
import { toSkillState } from '../skill-texts.ts';
import { changesetStore } from '../store.ts';

interface EndOfCanary {
  experiment: ExperimentRecord;
  trigger: ExperimentTrigger;
  /** The one who ends it, as audit entries name them. */
  actor: string;
  reason: string;
}

const ACTION = {
  promoted: 'canary.promoted',
  rejected: 'canary.rejected',
  expired: 'canary.expired',
} as const satisfies Record<ExperimentEnding, string>;

/**
 * Ends a canary that still runs, decides its changeset and releases the changesets that waited for it;
 * returns whether it still ran. The caller has locked the agent's library.
 */
export async function endCanary(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  end: EndOfCanary,
): Promise<boolean> {
  if (!(await endExperiment(runtime, tx, tenant, end))) return false;
  const { experiment, trigger, actor, reason } = end;
  const changeset = await changesetStore(tx, tenant).find(experiment.changesetId);
  if (changeset === null) throw new Error(`changeset ${experiment.changesetId} of a canary is missing`);
  const type = ACTION[ENDINGS[trigger].status];
  await notifyOfChangeset(runtime, tx, tenant, { type, changeset, reason });
  const { reviewer, reviewComment: comment } = changeset;
  const decider: Decider = { actor, trigger: ENDINGS[trigger].changeset, reviewer, comment };
  if (trigger === 'promote') {
    await promote(runtime, tx, tenant, { decider, changeset, experiment });
  } else {
    await decideChangeset(runtime, tx, tenant, {
      ...{ decider, changeset, status: 'rejected', rejectionReason: reason },
      details: { experiment: experiment.id, reason },
    });
  }
  await releaseQueued(runtime, tx, tenant, experiment.skillId);
  return true;
}

async function endExperiment(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { experiment, trigger, actor, reason }: EndOfCanary,
): Promise<boolean> {
  const { id, agentId, skillId, changesetId, evidence } = experiment;
  const { status } = ENDINGS[trigger];
  const ended = await experimentStore(tx, tenant).end(id, { status, reason, at: runtime.clock() });
  if (!ended) return false;
  await bumpSkills(tx, tenant, agentId, [skillId]);
  const event = {
    action: ACTION[status],
    resource: `changeset:${changesetId}`,
    details: {
      ...{ experiment: id, skill: skillId, reason, p_candidate_better: candidateBetter(evidence) },
      ...{ incumbent_n: evidence.incumbent.weight, candidate_n: evidence.candidate.weight },
    },
  } as const;
  await writeAudit(runtime, tx, { tenant, actor }, event);
  afterCommit(tx, () => runtime.metrics.experiments.inc({ verdict: status }));
  return true;
}

async function promote(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  {
    decider,
    changeset,
    experiment,
  }: { decider: Decider; changeset: ChangesetRecord; experiment: ExperimentRecord },
): Promise<void> {
  const { skillId, candidate } = experiment;
  const details = { experiment: experiment.id };
  const affected = await loadAffected(tx, tenant, changeset);
  const loaded = affected.find(({ skill }) => skill.id === skillId);
  const obstacle = findObstacle(experiment, changeset, affected);
  if (loaded === undefined || obstacle !== null) {
    const rejectionReason = `the candidate won, but ${obstacle}`;
    const failure = { decider, changeset, status: 'failed', rejectionReason, details } as const;
    await decideChangeset(runtime, tx, tenant, failure);
    return;
  }
  const text = promotedText(candidate, loaded);
  const change = { loaded, text, origin: versionOrigin(changeset) };
  const version = await writeVersion(runtime, tx, tenant, change);
  if (version === null) throw new ServiceError('conflict', 'skill is being changed');
  const created = createdSkills(changeset.ops, additionsOrigin(runtime, changeset));
  const versions = await createSkills(runtime, tx, tenant, { changeset, created });
  const appliedVersions = { [skillId]: version, ...versions };
  const success = { decider, changeset, status: 'applied', appliedVersions, details } as const;
  await decideChangeset(runtime, tx, tenant, success);
}

/**
 * What keeps a candidate that won from being applied with all that belongs to it; null where nothing does.
 */
function findObstacle(
  { skillId, baseVersion }: ExperimentRecord,
  { ops }: ChangesetRecord,
  affected: readonly LoadedSkill[],
): string | null {
  const skill = affected.find((loaded) => loaded.skill.id === skillId)?.skill;
  if (skill === undefined) return `skill ${skillId} is gone`;
  if (skill.version !== baseVersion) {
    return `skill ${skill.name} moved from version ${baseVersion} to ${skill.version}`;
  }
  return creationConflict(
    ops,
    affected.map((loaded) => ({ state: toSkillState(loaded) })),
  );
}

const NO_COUNTS: Partial<Bullet> & Pick<Bullet, 'helpful' | 'harmful' | 'neutral' | 'used'> = {
  ...{ helpful: 0, harmful: 0, neutral: 0, used: 0 },
};

/**
 * The candidate's text with what was counted for its rules until now. What its own rules were credited is in
 * their rows already.
 */
function promotedText(
  { description, tags, frontMatter, bullets }: CandidateText,
  loaded: LoadedSkill,
): SkillText {
  const counts = new Map<string, Bullet>(loaded.bullets.map((bullet) => [bullet.id, bullet]));
  const rules = bullets.map((rule): Bullet => {
    const { helpful, harmful, neutral, used, ...more } = counts.get(rule.id) ?? NO_COUNTS;
    const { followed = 0, broken = 0, followed_failed = 0 } = more;
    const counters = { helpful, harmful, neutral, used, followed, broken, followed_failed };
    return { ...rule, ...counters, status: 'active' };
  });
  return { description, tags, frontMatter, bullets: rules };
}

/**
 * Carries out every queued approval that affects the skill, in the order of approval, unless another canary
 * keeps it waiting, such as one that an earlier approval has just started. Done in the name of the one who
 * approved it. The caller has locked the agent's library.
 */
export async function releaseQueued(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  skillId: string,
): Promise<void> {
  const store = changesetStore(tx, tenant);
  for (const id of await store.queuedOn(skillId)) {
    const changeset = await store.find(id);
    if (changeset?.status !== 'approved') continue;
    const { reviewer, reviewComment: comment, proposedBy } = changeset;
    const decider = { actor: reviewer ?? proposedBy, trigger: 'reevaluate', reviewer, comment } as const;
    const affected = await loadAffected(tx, tenant, changeset);
    const outcome = await determineOutcome(runtime, tx, tenant, { changeset, affected });
    await executeApproval(runtime, tx, tenant, { decider, changeset, affected, outcome });
  }
}
