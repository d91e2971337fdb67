/** A decision that a reviewer takes back before it has taken effect: a rejection, or an approval that only queued. */

import { writeAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { FIRST_STATUS, statusesBefore, UNDO_ACCEPTED_MS } from '../../../domain/skills/changesets/status.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isServiceError, ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { experimentStore } from '../../canary/index.ts';
import { countStatus } from '../decide-changeset.ts';
import { lockChangeset } from '../load-for-decision.ts';
import type { ChangesetRecord } from '../records.ts';
import { undoDecided } from '../store.ts';
import { tellChangeset } from '../tell-changeset.ts';
import { requireNoneAlike } from './propose-again.ts';

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
 * Makes a changeset pending again that the principal has just rejected, or approved where it still waits behind a
 * canary. What was said along with the decision stays in the audit log. Conflict where the decision has taken effect,
 * is somebody else's or too long ago, or where the same was proposed again meanwhile. Unknown: `changeset not found`.
 */
async function undoDecision(runtime: Runtime, { tenant, actor }: Principal, id: string): Promise<void> {
  await runtime.db.write(async (tx) => {
    // What would carry the decision out, such as the end of a canary, holds the same lock while it does.
    const changeset = await lockChangeset(tx, tenant, id);
    await requireWithoutEffect(tx, tenant, changeset);
    await requireNoneAlike(tx, tenant, changeset);
    const since = new Date(runtime.clock().getTime() - UNDO_ACCEPTED_MS);
    const isUndone = await undoDecided(tx, tenant, { id, from: UNDOABLE, reviewer: actor, since });
    if (!isUndone) throw new ServiceError('conflict', whyNot(changeset, actor));
    const { status: decision, rejectionReason, reviewComment, source } = changeset;
    await writeAudit(
      runtime,
      tx,
      { tenant, actor },
      {
        action: 'changeset.decision_undone',
        resource: `changeset:${id}`,
        details: { decision, comment: reviewComment ?? rejectionReason },
      },
    );
    countStatus(runtime, tx, { source, status: FIRST_STATUS });
    const reason = decision === 'rejected' ? 'its rejection was taken back' : 'its approval was taken back';
    await tellChangeset(runtime, tx, tenant, { type: 'changeset.pending', changeset, reason });
  });
}

const UNDOABLE = statusesBefore('undo', FIRST_STATUS);

async function requireWithoutEffect(tx: Tx, tenant: string, { id, status }: ChangesetRecord): Promise<void> {
  if (!UNDOABLE.includes(status)) throw new ServiceError('conflict', `changeset is ${status}`);
  // The end of a canary rejects in the name of the reviewer who had approved.
  const wasTried = await experimentStore(tx, tenant).triedChangeset(id);
  if (wasTried) throw new ServiceError('conflict', 'its canary rejected it');
}

function whyNot({ reviewer }: ChangesetRecord, actor: string): string {
  if (reviewer !== actor) return 'somebody else decided it';
  return `it was decided more than ${UNDO_ACCEPTED_MS / 1000} seconds ago`;
}
