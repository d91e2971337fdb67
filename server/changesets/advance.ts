/**
 * Carries out an approval, whoever gave it: asks what approving means now, does exactly that, and records it. All of
 * it happens in the caller's transaction, which holds the agent's library.
 */
import { type AuditEvent, writeAudit } from '../audit/index.ts';
import { type ApprovalOutcome, approvalOutcome } from '../domain/changesets/approval-outcome.ts';
import type { SkillState } from '../domain/changesets/skill-state.ts';
import { type ChangesetTrigger, statusesBefore } from '../domain/changesets/status.ts';
import { createSkill, type KnownSkill, readKnown, writeVersion } from '../library/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { ChangesetRecord, Decision, Versions } from './records.ts';
import { stateOf, textOfState } from './skill-states.ts';
import { changesetStore } from './store.ts';

/** Who decides, and how. `actor` is what the audit names; `reviewer` is null where an author's change needed none. */
export interface Verdict {
  tenant: string;
  actor: string;
  trigger: ChangesetTrigger;
  reviewer: string | null;
  comment: string | null;
}

/** The existing skills that a changeset changes, and those whose names it wants to give to new ones. */
export async function readTouched(
  tx: Tx,
  tenant: string,
  { agentId, ops, baseVersions }: Pick<ChangesetRecord, 'agentId' | 'ops' | 'baseVersions'>,
): Promise<KnownSkill[]> {
  const names = ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));
  return await readKnown(tx, tenant, { agentId, ids: Object.keys(baseVersions), names });
}

/**
 * Approves a pending changeset: applied, or failed where it no longer fits `touched`, the skills as they are now.
 * Returns it as it is after that. Throws `changeset is <status>` where it was decided meanwhile.
 */
export async function approve(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset, touched }: { verdict: Verdict; changeset: ChangesetRecord; touched: KnownSkill[] },
): Promise<ChangesetRecord> {
  const outcome = approvalOutcome({
    ops: changeset.ops,
    baseVersions: changeset.baseVersions,
    standing: touched.map((known) => ({ version: known.skill.version, state: stateOf(known) })),
    origin: {
      newSkillId: () => runtime.newId('skill'),
      newBulletId: () => runtime.newId('bullet'),
      sources: changeset.episodeIds,
    },
  });
  if (outcome.status === 'failed') {
    return await settle(runtime, tx, {
      verdict,
      changeset,
      status: 'failed',
      rejectionReason: outcome.reason,
    });
  }
  const appliedVersions = await writeSkills(runtime, tx, { verdict, changeset, touched, outcome });
  return await settle(runtime, tx, { verdict, changeset, status: 'applied', appliedVersions });
}

/** Rejects a pending changeset; the comment is the reason. Throws as {@link approve}. */
export async function reject(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset }: { verdict: Verdict; changeset: ChangesetRecord },
): Promise<ChangesetRecord> {
  const rejectionReason = verdict.comment;
  return await settle(runtime, tx, { verdict, changeset, status: 'rejected', rejectionReason });
}

interface Writing {
  verdict: Verdict;
  changeset: ChangesetRecord;
  touched: KnownSkill[];
  outcome: Extract<ApprovalOutcome, { status: 'applied' }>;
}

async function writeSkills(
  runtime: Runtime,
  tx: Tx,
  { verdict: { tenant }, changeset, touched, outcome }: Writing,
): Promise<Versions> {
  const { agentId, source, id: changesetId, proposedBy: createdBy } = changeset;
  const origin = { source, changesetId, createdBy };
  const versions: Versions = {};
  for (const state of outcome.changed) {
    const known = knownOf(state, touched);
    const version = await writeVersion(runtime, tx, { tenant, known, text: textOfState(state), origin });
    if (version === null) throw new ServiceError('conflict', 'skill is being changed');
    versions[state.id] = version;
  }
  for (const state of outcome.created) {
    const { id, name } = state;
    await createSkill(runtime, tx, { tenant, id, agentId, name, text: textOfState(state), origin });
    versions[id] = 1;
  }
  const created = outcome.created.map(({ id }) => id);
  await changesetStore(tx, tenant).addTargets(changesetId, created);
  return versions;
}

function knownOf(state: SkillState, touched: KnownSkill[]): KnownSkill {
  const known = touched.find(({ skill }) => skill.id === state.id);
  if (known === undefined) throw new Error(`skill ${state.id} was changed without being read`);
  return known;
}

interface Settlement
  extends Pick<Decision, 'status'>,
    Partial<Pick<Decision, 'appliedVersions' | 'rejectionReason'>> {
  verdict: Verdict;
  changeset: ChangesetRecord;
  status: 'applied' | 'failed' | 'rejected';
}

async function settle(
  runtime: Runtime,
  tx: Tx,
  { verdict, changeset, status, appliedVersions = null, rejectionReason = null }: Settlement,
): Promise<ChangesetRecord> {
  const { tenant, trigger, reviewer, comment } = verdict;
  const store = changesetStore(tx, tenant);
  const decision = { status, appliedVersions, rejectionReason, reviewer, reviewComment: comment };
  if (!(await store.decide(changeset.id, statusesBefore(trigger, status), decision, runtime.clock()))) {
    throw await alreadyDecided(tx, tenant, changeset.id);
  }
  const settled = { ...changeset, ...decision };
  await writeAudit(runtime, tx, verdict, eventOf(settled, status));
  return settled;
}

/** The fault of whoever decided too late: it names what became of the changeset. */
async function alreadyDecided(tx: Tx, tenant: string, id: string): Promise<ServiceError> {
  const now = await changesetStore(tx, tenant).find(id);
  return now === null ? notFound('changeset') : new ServiceError('conflict', `changeset is ${now.status}`);
}

function eventOf(changeset: ChangesetRecord, status: Settlement['status']): AuditEvent {
  const resource = `changeset:${changeset.id}` as const;
  switch (status) {
    case 'applied':
      return { action: 'changeset.applied', resource, details: { versions: changeset.appliedVersions } };
    case 'failed':
      return { action: 'changeset.failed', resource, details: { reason: changeset.rejectionReason } };
    case 'rejected':
      return { action: 'changeset.rejected', resource };
    default:
      return status satisfies never;
  }
}
