/**
 * Carries out an approval, whoever gave it: asks what approving means now, does exactly that, and records it. All of
 * it happens in the caller's transaction, which holds the agent's library.
 */

import type { Origin } from '../../domain/skills/changesets/apply-ops.ts';
import { type ApprovalOutcome, approvalOutcome } from '../../domain/skills/changesets/approval-outcome.ts';
import { activeRules, type SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { experimentStore, startCanary } from '../canary/index.ts';
import { createSkill, type KnownSkill, readKnown, writeVersion } from '../library/index.ts';
import type { ChangesetRecord, Versions } from './records.ts';
import { settle, type Verdict } from './settle-changeset.ts';
import { stateOf, textOfState } from './skill-texts.ts';
import { changesetStore } from './store.ts';

/** The existing skills that a changeset changes, and those whose names it wants to give to new ones. */
export async function readTouched(
  tx: Tx,
  tenant: string,
  { agentId, ops, baseVersions }: Pick<ChangesetRecord, 'agentId' | 'ops' | 'baseVersions'>,
): Promise<KnownSkill[]> {
  const names = ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));
  return await readKnown(tx, tenant, { agentId, ids: Object.keys(baseVersions), names });
}

interface Approval {
  verdict: Verdict;
  changeset: ChangesetRecord;
  touched: KnownSkill[];
}

/** What approving the changeset means now; `touched` are its skills as they are. */
export async function outcomeOf(
  runtime: Runtime,
  tx: Tx,
  { tenant, changeset, touched }: { tenant: string; changeset: ChangesetRecord; touched: KnownSkill[] },
): Promise<ApprovalOutcome> {
  const onTrial = await experimentStore(tx, tenant).onTrial(touched.map(({ skill }) => skill.id));
  return approvalOutcome({
    ops: changeset.ops,
    baseVersions: changeset.baseVersions,
    standing: touched.map((known) => {
      const { id, version, uses } = known.skill;
      return { version, uses, state: stateOf(known), onTrial: onTrial.has(id) };
    }),
    origin: originOf(runtime, changeset),
    risk: changeset.risk,
    humanAuthored: changeset.humanAuthored,
    skipCanary: changeset.skipCanary,
    settings: runtime.config.canary,
  });
}

/** Where what a changeset adds comes from. */
export function originOf(runtime: Runtime, { episodeIds: sources }: ChangesetRecord): Origin {
  return { newSkillId: () => runtime.newId('skill'), newBulletId: () => runtime.newId('bullet'), sources };
}

/**
 * Carries out the approval of a changeset that is pending or queued: tried, queued (or left so), applied, or failed where it no
 * longer fits `touched`, the skills as they are now. Returns it as it is after that. Throws `changeset is <status>`
 * where it was decided meanwhile.
 */
export async function approve(runtime: Runtime, tx: Tx, approval: Approval): Promise<ChangesetRecord> {
  const { verdict, changeset } = approval;
  const outcome = await outcomeOf(runtime, tx, { ...approval, tenant: verdict.tenant });
  switch (outcome.status) {
    case 'failed': {
      const { status, reason: rejectionReason } = outcome;
      return await settle(runtime, tx, { verdict, changeset, status, rejectionReason });
    }
    case 'approved': {
      const { status, behind } = outcome;
      if (changeset.status === status) return changeset;
      return await settle(runtime, tx, { verdict, changeset, status, details: { behind } });
    }
    case 'canary':
      return await tryCandidate(runtime, tx, approval, outcome.candidate);
    case 'applied': {
      const appliedVersions = await writeSkills(runtime, tx, { ...approval, outcome });
      return await settle(runtime, tx, { verdict, changeset, status: 'applied', appliedVersions });
    }
    default:
      return outcome satisfies never;
  }
}

/** Rejects a pending changeset; the comment is the reason. Throws as {@link approve}. */
export async function reject(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset }: Omit<Approval, 'touched'>,
): Promise<ChangesetRecord> {
  const rejectionReason = verdict.comment;
  return await settle(runtime, tx, { verdict, changeset, status: 'rejected', rejectionReason });
}

async function tryCandidate(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset, touched }: Approval,
  candidate: SkillState,
): Promise<ChangesetRecord> {
  const { skill, bullets } = knownOf(candidate, touched);
  const { description, tags, frontMatter } = candidate;
  const rules = activeRules(candidate).map(({ id, section, content, issue, keywords, sources }) => ({
    ...{ id, section, content, issue, keywords, sources },
  }));
  const experiment = await startCanary(runtime, tx, verdict.tenant, {
    agentId: changeset.agentId,
    skillId: skill.id,
    changesetId: changeset.id,
    baseVersion: skill.version,
    candidate: { description, tags, frontMatter, bullets: rules },
    known: new Set(bullets.map(({ id }) => id)),
    history: { weight: skill.evidence, reward: skill.reward },
  });
  const details = { experiment: experiment.id, skill: skill.id };
  return await settle(runtime, tx, { verdict, changeset, status: 'canary', details });
}

async function writeSkills(
  runtime: Runtime,
  tx: Tx,
  {
    verdict: { tenant },
    changeset,
    touched,
    outcome,
  }: Approval & { outcome: Extract<ApprovalOutcome, { status: 'applied' }> },
): Promise<Versions> {
  const { source, id: changesetId, proposedBy: createdBy } = changeset;
  const origin = { source, changesetId, createdBy };
  const versions: Versions = {};
  for (const state of outcome.changed) {
    const known = knownOf(state, touched);
    const version = await writeVersion(runtime, tx, { tenant, known, text: textOfState(state), origin });
    if (version === null) throw new ServiceError('conflict', 'skill is being changed');
    versions[state.id] = version;
  }
  return {
    ...versions,
    ...(await createSkills(runtime, tx, { tenant, changeset, created: outcome.created })),
  };
}

/** Writes the first version of each skill that a changeset creates, and notes that it touches them. */
export async function createSkills(
  runtime: Runtime,
  tx: Tx,
  {
    tenant,
    changeset,
    created,
  }: { tenant: string; changeset: ChangesetRecord; created: readonly SkillState[] },
): Promise<Versions> {
  const { agentId, source, id: changesetId, proposedBy: createdBy } = changeset;
  const origin = { source, changesetId, createdBy };
  for (const state of created) {
    const { id, name } = state;
    await createSkill(runtime, tx, { tenant, id, agentId, name, text: textOfState(state), origin });
  }
  const ids = created.map(({ id }) => id);
  await changesetStore(tx, tenant).addTargets(changesetId, ids);
  return Object.fromEntries(ids.map((id) => [id, 1]));
}

function knownOf(state: SkillState, touched: KnownSkill[]): KnownSkill {
  const known = touched.find(({ skill }) => skill.id === state.id);
  if (known === undefined) throw new Error(`skill ${state.id} was changed without being read`);
  return known;
}
