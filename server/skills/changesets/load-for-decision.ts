/**
 * What a decision on a changeset rests on: the changeset under the lock of its library, and the skills that
 * it affects.
 */
import { canReview } from '../../domain/skills/changesets/status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import { type LoadedSkill, loadSkills, lockLibrary } from '../library/index.ts';
import type { ChangesetRecord } from './records.ts';
import { changesetStore } from './store.ts';

/**
 * Locks the library of a changeset's agent, then reads the changeset, so that nobody else decides it before
 * the transaction ends. Unknown: `changeset not found`; no longer pending: conflict `changeset is <status>`.
 */
export async function lockPending(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const changeset = await lockChangeset(tx, tenant, id);
  if (!canReview(changeset.status)) throw new ServiceError('conflict', `changeset is ${changeset.status}`);
  return changeset;
}

/** As {@link lockPending}, in any status. */
export async function lockChangeset(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const store = changesetStore(tx, tenant);
  const agentId = await store.findAgent(id);
  if (agentId === null) throw notFound('changeset');
  await lockLibrary(tx, tenant, agentId);
  const changeset = await store.find(id);
  if (changeset === null) throw notFound('changeset');
  return changeset;
}

/**
 * The existing skills that a changeset changes, and those that have a name it wants to give to a new skill.
 */
export async function loadAffected(
  tx: Tx,
  tenant: string,
  { agentId, ops, baseVersions }: Pick<ChangesetRecord, 'agentId' | 'ops' | 'baseVersions'>,
): Promise<LoadedSkill[]> {
  return await loadSkills(tx, tenant, { agentId, ids: Object.keys(baseVersions), names: createdNames(ops) });
}

/** The names that operations give to new skills. */
export function createdNames(ops: ChangesetRecord['ops']): string[] {
  return ops.flatMap((op) => (op.op === 'create_skill' ? [op.name] : []));
}
