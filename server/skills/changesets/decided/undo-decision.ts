/**
 * A decision that a reviewer takes back a moment later. A rejection or a queued approval has had no effect; what was
 * applied is taken out again by a version with the text of before.
 */

import { writeAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { FIRST_STATUS, statusesBefore, UNDO_ACCEPTED_MS } from '../../../domain/skills/changesets/status.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isServiceError, ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { experimentStore } from '../../canary/index.ts';
import { type LoadedSkill, loadSkills } from '../../library/index.ts';
import { stopForRollback } from '../canaries/canary-endings.ts';
import { countStatus } from '../decide-changeset.ts';
import { lockChangeset } from '../load-for-decision.ts';
import { notifyOfChangeset } from '../notify-of-changeset.ts';
import type { ChangesetRecord } from '../records.ts';
import { requireNoneAlike } from './propose-again.ts';
import { restoreVersion } from './restore-version.ts';
import { rebaseWaiting, undoDecided } from './undo-store.ts';

/** What became of one: pending again, or why not. */
export interface UndoneDecision {
  id: string;
  fault: { kind: string; detail: string } | null;
}

/** Takes back one decision after the other, each in a transaction of its own; see {@link undoDecision}. */
export async function undoDecisions(
  runtime: Runtime,
  principal: Principal,
  ids: readonly string[],
): Promise<UndoneDecision[]> {
  const undone: UndoneDecision[] = [];
  for (const id of ids) {
    try {
      await undoDecision(runtime, principal, id);
      undone.push({ id, fault: null });
    } catch (error) {
      if (!isServiceError(error) || error.kind === 'unavailable') throw error;
      undone.push({ id, fault: { kind: error.kind, detail: error.detail } });
    }
  }
  return undone;
}

/**
 * Makes a changeset pending again that the principal has just rejected, queued or applied. What was said along with
 * the decision stays in the audit log. Conflict where a canary tries or tried it, where the decision is somebody else's
 * or too long ago, where a skill of it was created or has changed since, or where the same was proposed again
 * meanwhile. Unknown: `changeset not found`.
 */
async function undoDecision(runtime: Runtime, principal: Principal, id: string): Promise<void> {
  const { tenant, actor } = principal;
  await runtime.db.write(async (tx) => {
    // What would carry the decision out, such as the end of a canary, holds the same lock while it does.
    const changeset = await lockChangeset(tx, tenant, id);
    await requireUntried(tx, tenant, changeset);
    const applied = await loadApplied(tx, tenant, changeset);
    await requireNoneAlike(tx, tenant, changeset);
    const since = new Date(runtime.clock().getTime() - UNDO_ACCEPTED_MS);
    const isUndone = await undoDecided(tx, tenant, { id, from: UNDOABLE, reviewer: actor, since });
    if (!isUndone) throw new ServiceError('conflict', undoRefusal(changeset, actor));
    for (const loaded of applied) await takeOut(runtime, tx, principal, loaded);
    const { status: decision, rejectionReason, reviewComment, source, appliedVersions: versions } = changeset;
    await writeAudit(
      runtime,
      tx,
      { tenant, actor },
      {
        action: 'changeset.decision_undone',
        resource: `changeset:${id}`,
        details: {
          ...{ decision, comment: reviewComment ?? rejectionReason },
          ...(versions === null ? {} : { versions }),
        },
      },
    );
    countStatus(runtime, tx, { source, status: FIRST_STATUS });
    const reason = decision === 'rejected' ? 'its rejection was taken back' : 'its approval was taken back';
    await notifyOfChangeset(runtime, tx, tenant, { type: 'changeset.pending', changeset, reason });
  });
}

const UNDOABLE = statusesBefore('undo', FIRST_STATUS);

async function requireUntried(tx: Tx, tenant: string, { id, status }: ChangesetRecord): Promise<void> {
  if (!UNDOABLE.includes(status)) throw new ServiceError('conflict', `changeset is ${status}`);
  // The end of a canary applies or rejects in the name of the reviewer who had approved.
  const wasTried = await experimentStore(tx, tenant).triedChangeset(id);
  if (wasTried) throw new ServiceError('conflict', 'its canary decided it');
}

/** The skills that a changeset was applied to, which still say what it made of them. */
async function loadApplied(
  tx: Tx,
  tenant: string,
  { agentId, appliedVersions }: ChangesetRecord,
): Promise<LoadedSkill[]> {
  const versions = appliedVersions ?? {};
  const skills = await loadSkills(tx, tenant, { agentId, ids: Object.keys(versions), names: [] });
  for (const { skill } of skills) {
    if (versions[skill.id] === 1)
      throw new ServiceError('conflict', `it created ${skill.name}, which can be deprecated`);
    if (versions[skill.id] !== skill.version)
      throw new ServiceError('conflict', `${skill.name} has changed since`);
  }
  return skills;
}

/** Restores the version before the present one. What was proposed against that version goes on waiting on the new one. */
async function takeOut(runtime: Runtime, tx: Tx, principal: Principal, loaded: LoadedSkill): Promise<void> {
  const { tenant, actor } = principal;
  const { id: skillId, version: current } = loaded.skill;
  const version = current - 1;
  const to = await restoreVersion(runtime, tx, principal, { loaded, version });
  await rebaseWaiting(tx, tenant, { skillId, from: version, to });
  await stopForRollback(runtime, tx, tenant, { actor, skillId, version });
}

function undoRefusal({ reviewer }: ChangesetRecord, actor: string): string {
  if (reviewer !== actor) return 'someone else decided it';
  return `it was decided more than ${UNDO_ACCEPTED_MS / 1000} seconds ago`;
}
