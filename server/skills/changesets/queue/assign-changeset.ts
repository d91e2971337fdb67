/** Who reviews a changeset: claimed, assigned, released. It informs other reviewers, and locks nothing. */
import { writeAudit } from '../../../audit/index.ts';
import type { Person } from '../../../domain/admin/person.ts';
import type { Principal } from '../../../domain/principal.ts';
import type { Assignment } from '../../../domain/skills/changesets/changeset.ts';
import { canReview } from '../../../domain/skills/changesets/status.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { notFound, ServiceError } from '../../../platform/errors.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { notifyOfChangeset } from '../notify-of-changeset.ts';
import { type Assigned, assignmentOf, type ChangesetRecord, UNASSIGNED } from '../records.ts';
import { changesetStore } from '../store.ts';
import { teamStore } from './team-store.ts';

interface AssignRequest {
  id: string;
  /** Who can review; null for nobody. */
  assignee: Person | null;
  /** Who was shown as the assignee; undefined where nothing was shown. */
  previous?: string | null | undefined;
}

async function findPending(tx: Tx, tenant: string, id: string): Promise<ChangesetRecord> {
  const changeset = await changesetStore(tx, tenant).find(id);
  if (changeset === null) throw notFound('changeset');
  if (!canReview(changeset.status)) throw new ServiceError('conflict', `changeset is ${changeset.status}`);
  return changeset;
}

const CHANGED = 'the assignment has changed since it was read';

/**
 * Assigns a pending changeset. What it says already changes nothing. Another assignee than `previous`: conflict. Unknown:
 * `changeset not found`; no longer pending: conflict `changeset is <status>`.
 */
export async function assignChangeset(
  runtime: Runtime,
  principal: Principal,
  { id, assignee: person, previous }: AssignRequest,
): Promise<{ id: string; assignment: Assignment | null }> {
  const { tenant, actor } = principal;
  const assignee = person?.actor ?? null;
  return await runtime.db.write(async (tx) => {
    const changeset = await findPending(tx, tenant, id);
    const { status, assignee: before } = changeset;
    if (previous !== undefined && previous !== before) throw new ServiceError('conflict', CHANGED);
    if (assignee === before) return { id, assignment: assignmentOf(changeset) };
    const assigned: Assigned =
      assignee === null ? UNASSIGNED : { assignee, assignedBy: actor, assignedAt: runtime.clock() };
    if (!(await teamStore(tx, tenant).assign(id, before, assigned))) {
      throw new ServiceError('conflict', CHANGED);
    }
    await writeAudit(runtime, tx, principal, {
      ...(assignee === null
        ? { action: 'changeset.released', details: { before } }
        : { action: 'changeset.assigned', details: { assignee, before } }),
      resource: `changeset:${id}`,
    });
    if (person !== null && assignee !== actor) {
      const reason = `assigned to ${person.name}`;
      await notifyOfChangeset(runtime, tx, tenant, { type: 'changeset.assigned', changeset, reason });
    }
    return { id, assignment: assignmentOf({ status, ...assigned }) };
  });
}
