/**
 * What approving a changeset means now, and the one way to carry it out. Both happen in the caller's
 * transaction, which has locked the agent's library: the outcome that a reviewer was promised is the one that
 * is executed.
 */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { NO_EVIDENCE } from '../../domain/measurement/beta.ts';
import type { NewIds } from '../../domain/skills/changesets/apply-ops.ts';
import { type ApprovalOutcome, approvalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import { activeRules, type SkillState } from '../../domain/skills/changesets/changeset.ts';
import { wordingOf } from '../../domain/skills/skill-state.ts';
import { readTenantConfig } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { refusedSkills } from '../../platform/tenants/quotas.ts';
import { experimentStore, startCanary } from '../canary/index.ts';
import { createSkill, type LoadedSkill, writeVersion } from '../library/index.ts';
import { type Decider, decideChangeset } from './decide-changeset.ts';
import type { ChangesetRecord, Versions } from './records.ts';
import { toSkillState, toSkillText } from './skill-texts.ts';
import { changesetStore } from './store.ts';

/** A changeset and the skills that it affects, as they are now. */
export interface ApprovalQuestion {
  changeset: ChangesetRecord;
  affected: LoadedSkill[];
}

interface Approval extends ApprovalQuestion {
  decider: Decider;
  /** From {@link determineOutcome}, in the same transaction. */
  outcome: ApprovalOutcome;
}

/** What approving the changeset means now. */
export async function determineOutcome(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { changeset, affected }: ApprovalQuestion,
): Promise<ApprovalOutcome> {
  const onTrial = await experimentStore(tx, tenant).onTrial(affected.map(({ skill }) => skill.id));
  const { canary: settings } = await readTenantConfig(runtime, tx, tenant);
  return approvalOutcome({
    ops: changeset.ops,
    baseVersions: changeset.baseVersions,
    current: affected.map((loaded) => {
      const { id, version, uses } = loaded.skill;
      return { version, uses, state: toSkillState(loaded), onTrial: onTrial.has(id) };
    }),
    origin: additionsOrigin(runtime, changeset),
    risk: changeset.risk,
    humanAuthored: changeset.humanAuthored,
    skipCanary: changeset.skipCanary,
    settings,
  });
}

/** Where what a changeset adds comes from. */
export function additionsOrigin(runtime: Runtime, { episodeIds: sources }: ChangesetRecord): NewIds {
  return { newSkillId: () => runtime.newId('skill'), newBulletId: () => runtime.newId('bullet'), sources };
}

/** Why the tenant's quota of skills does not allow an outcome; null where it does. */
export async function overQuotaBy(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  outcome: ApprovalOutcome,
): Promise<ServiceError | null> {
  return await refusedSkills(runtime, tx, tenant, outcome.status === 'applied' ? outcome.created.length : 0);
}

/**
 * Carries out the approval of a changeset that is pending or queued: tried, queued (or left so), applied, or
 * failed where it no longer fits the skills as they are now. Returns it as it is after that. Throws
 * `changeset is <status>` where it was decided meanwhile.
 */
export async function executeApproval(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  approval: Approval,
): Promise<ChangesetRecord> {
  const { decider, changeset, affected, outcome } = approval;
  switch (outcome.status) {
    case 'failed': {
      const { status, reason: rejectionReason } = outcome;
      return await decideChangeset(runtime, tx, tenant, { decider, changeset, status, rejectionReason });
    }
    case 'approved': {
      const { status, behind } = outcome;
      if (changeset.status === status) return changeset;
      return await decideChangeset(runtime, tx, tenant, { decider, changeset, status, details: { behind } });
    }
    case 'canary': {
      const details = await tryCandidate(runtime, tx, tenant, { ...approval, candidate: outcome.candidate });
      return await decideChangeset(runtime, tx, tenant, { decider, changeset, status: 'canary', details });
    }
    case 'applied': {
      const appliedVersions = await writeSkills(runtime, tx, tenant, { changeset, affected, outcome });
      const { status } = outcome;
      return await decideChangeset(runtime, tx, tenant, { decider, changeset, status, appliedVersions });
    }
    default:
      return outcome satisfies never;
  }
}

/** Starts the canary; returns what the audit entry tells of it. */
async function tryCandidate(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { changeset, affected, candidate }: ApprovalQuestion & { candidate: SkillState },
): Promise<{ experiment: string; skill: string }> {
  const { skill, bullets } = findLoaded(candidate, affected);
  const { description, tags, frontMatter } = candidate;
  const rules = activeRules(candidate).map((rule) => ({ ...wordingOf(rule), sources: rule.sources }));
  const experiment = await startCanary(runtime, tx, tenant, {
    agentId: changeset.agentId,
    skillId: skill.id,
    changesetId: changeset.id,
    baseVersion: skill.version,
    candidate: { description, tags, frontMatter, bullets: rules },
    existing: new Set(bullets.map(({ id }) => id)),
    // The runs of one agent must not decide for which rates the canary of a skill of all agents is calibrated.
    history:
      changeset.agentId === SHARED_AGENT ? NO_EVIDENCE : { weight: skill.evidence, reward: skill.reward },
  });
  return { experiment: experiment.id, skill: skill.id };
}

async function writeSkills(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  {
    changeset,
    affected,
    outcome,
  }: ApprovalQuestion & { outcome: Extract<ApprovalOutcome, { status: 'applied' }> },
): Promise<Versions> {
  const origin = versionOrigin(changeset);
  const versions: Versions = {};
  for (const state of outcome.changed) {
    const change = { loaded: findLoaded(state, affected), text: toSkillText(state), origin };
    const version = await writeVersion(runtime, tx, tenant, change);
    if (version === null) throw new ServiceError('conflict', 'skill is being changed');
    versions[state.id] = version;
  }
  return {
    ...versions,
    ...(await createSkills(runtime, tx, tenant, { changeset, created: outcome.created })),
  };
}

/** Where the versions that a changeset writes come from. */
export function versionOrigin({ source, id: changesetId, proposedBy: createdBy }: ChangesetRecord) {
  return { source, changesetId, createdBy };
}

/** Writes the first version of each skill that a changeset creates, and notes that it affects them. */
export async function createSkills(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { changeset, created }: { changeset: ChangesetRecord; created: readonly SkillState[] },
): Promise<Versions> {
  const { agentId } = changeset;
  const origin = versionOrigin(changeset);
  for (const state of created) {
    const { id, name } = state;
    await createSkill(runtime, tx, tenant, { id, agentId, name, text: toSkillText(state), origin });
  }
  const ids = created.map(({ id }) => id);
  await changesetStore(tx, tenant).addTargets(changeset.id, ids);
  return Object.fromEntries(ids.map((id) => [id, 1]));
}

function findLoaded(state: SkillState, affected: LoadedSkill[]): LoadedSkill {
  const loaded = affected.find(({ skill }) => skill.id === state.id);
  if (loaded === undefined) throw new Error(`skill ${state.id} was changed without being read`);
  return loaded;
}
