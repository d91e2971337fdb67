/** A change that went stale while it waited, failed, or was rejected by mistake, on the skills as they are now. */
import { isDeepStrictEqual } from 'node:util';
import type { Principal } from '../../../domain/principal.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { faultsOf, loadNamed, requireApplicable } from '../amend-changeset.ts';
import { decideChangeset } from '../decide-changeset.ts';
import { createdNames, loadAffected, lockChangeset } from '../load-for-decision.ts';
import { notifyOfChangeset } from '../notify-of-changeset.ts';
import type { ChangesetRecord } from '../records.ts';
import { changesetStore } from '../store.ts';
import { storePending } from '../submit-changeset.ts';
import { requireShown, targetVersions } from '../what-was-shown.ts';

/**
 * Makes a new changeset of the same operations and evidence, which waits for a reviewer no matter what policy would
 * allow; one that still waited is rejected. Operations that no longer apply: 422 that names each. One that is applied,
 * tried or queued, that waits and is not stale, or that was proposed again and waits: conflict; so is one whose
 * operations, findings or versions are not those of the digest `expect`, which says what was shown. Unknown: `changeset
 * not found`.
 */
export async function proposeAgain(
  runtime: Runtime,
  { tenant, actor }: Principal,
  { id, expect }: { id: string; expect: string | null },
): Promise<{ id: string }> {
  return await runtime.db.write(async (tx) => {
    const changeset = await lockChangeset(tx, tenant, id);
    await requireOver(tx, tenant, changeset);
    const skills = (await loadAffected(tx, tenant, changeset)).map(({ skill }) => skill);
    const now = { changeset, skills: targetVersions(changeset, skills), outcome: null };
    requireShown(expect, now, ['operations', 'findings', 'versions']);
    await requireNoneAlike(tx, tenant, changeset);
    const affected = await loadNamed(tx, tenant, changeset);
    requireApplicable(changeset.ops, affected);
    const { agentId, ops, rationale, source, humanAuthored, evalScore, baselineScore } = changeset;
    const proposal = {
      ...{ agentId, ops, rationale, source, humanAuthored, evalScore, baselineScore },
      ...{ episodeIds: changeset.episodeIds, sources: changeset.sources, because: changeset.because },
      proposedBy: actor,
    };
    const { safetyFindings: findings, support } = changeset;
    const submission = { proposal, affected, findings, support, earlier: id };
    const again = await storePending(runtime, tx, tenant, submission);
    await notifyOfChangeset(runtime, tx, tenant, { type: 'changeset.pending', changeset: again });
    if (changeset.status === 'pending') {
      const reason = `proposed again as ${again.id}`;
      const decider = { actor, trigger: 'reject', reviewer: actor, comment: reason } as const;
      const rejection = { decider, changeset, status: 'rejected', rejectionReason: reason } as const;
      await decideChangeset(runtime, tx, tenant, rejection);
    }
    return { id: again.id };
  });
}

/** What stands in the way of proposing a changeset again: null where it is not stale, failed or rejected. */
export interface Reproposal {
  /** The place of each operation that does not apply any more, and why. */
  faults: ReturnType<typeof faultsOf>;
  /** The changeset that says the same and waits for review. */
  waitingAs: string | null;
}

/** Whether a changeset can be proposed again on the skills as they are now. */
export async function readReproposal(
  tx: Tx,
  tenant: string,
  changeset: ChangesetRecord,
): Promise<Reproposal | null> {
  if ((await openChangeReason(tx, tenant, changeset)) !== null) return null;
  const alike = await findAlike(tx, tenant, changeset);
  const faults = faultsOf(changeset.ops, await loadNamed(tx, tenant, changeset));
  return { faults, waitingAs: alike?.id ?? null };
}

async function requireOver(tx: Tx, tenant: string, changeset: ChangesetRecord): Promise<void> {
  const why = await openChangeReason(tx, tenant, changeset);
  if (why !== null) throw new ServiceError('conflict', why);
}

async function openChangeReason(tx: Tx, tenant: string, changeset: ChangesetRecord): Promise<string | null> {
  const { status, baseVersions, ops } = changeset;
  if (status === 'failed' || status === 'rejected') return null;
  if (status !== 'pending') return `changeset is ${status}`;
  const now = await loadAffected(tx, tenant, changeset);
  const versions = new Map(now.map(({ skill }) => [skill.id, skill.version]));
  const hasMoved = Object.entries(baseVersions).some(([skill, version]) => versions.get(skill) !== version);
  const isTaken = now.some(({ skill }) => createdNames(ops).includes(skill.name));
  return hasMoved || isTaken ? null : 'changeset is not stale';
}

/** Waiting changesets of the agent that are looked through. */
const LOOKED_THROUGH = 200;

/** Of two reviewers who press at once, or one who presses twice, only the first makes a new one. */
export async function requireNoneAlike(tx: Tx, tenant: string, changeset: ChangesetRecord): Promise<void> {
  const alike = await findAlike(tx, tenant, changeset);
  if (alike !== undefined) throw new ServiceError('conflict', `the same waits for review as ${alike.id}`);
}

async function findAlike(
  tx: Tx,
  tenant: string,
  { id, agentId, ops }: ChangesetRecord,
): Promise<ChangesetRecord | undefined> {
  const search = { agentId, statuses: ['pending'], limit: LOOKED_THROUGH } as const;
  const waiting = await changesetStore(tx, tenant).lookBack(search);
  return waiting.find((other) => other.id !== id && isDeepStrictEqual(other.ops, ops));
}
