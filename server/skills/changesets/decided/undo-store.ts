/** The rows of changesets as taking back a decision changes them. */
import { type ChangesetStatus, FIRST_STATUS } from '../../../domain/skills/changesets/status.ts';
import { fromJson, toJson } from '../../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../../platform/db/tenant-client.ts';
import type { Versions } from '../records.ts';

/** A decision that may be taken back: the statuses it led to, who made it, and since when. */
interface Undoable {
  id: string;
  from: ChangesetStatus[];
  reviewer: string;
  since: Date;
}

/** Makes a changeset pending again that was decided so; returns whether it was. */
export async function undoDecided(
  tx: Tx,
  tenant: string,
  { id, from, reviewer, since }: Undoable,
): Promise<boolean> {
  const { count } = await tenantClient(tx, tenant).changeset.updateMany({
    where: { id, status: { in: from }, reviewer, decidedAt: { gte: since } },
    data: {
      ...{ status: FIRST_STATUS, decidedAt: null, skipCanary: false, appliedVersions: null },
      ...{ reviewer: null, reviewComment: null, rejectionReason: null },
    },
  });
  return count === 1;
}

/** Changesets that wait for a decision or a canary and rest on version `from` of a skill rest on `to` from then on. */
export async function rebaseWaiting(
  tx: Tx,
  tenant: string,
  { skillId, from, to }: { skillId: string; from: number; to: number },
): Promise<void> {
  const client = tenantClient(tx, tenant);
  const rows = await client.$queryRaw<{ id: string; baseVersions: string }[]>`
    SELECT c.id, c.base_versions AS "baseVersions"
    FROM changeset_target t JOIN changeset c ON c.tenant = t.tenant AND c.id = t.changeset_id
    WHERE t.tenant = ${tenant} AND t.skill_id = ${skillId} AND c.status IN ('pending', 'approved')`;
  for (const { id, baseVersions } of rows) {
    const versions = fromJson<Versions>(baseVersions);
    if (versions[skillId] !== from) continue;
    const data = { baseVersions: toJson({ ...versions, [skillId]: to }) };
    await client.changeset.updateMany({ where: { id }, data });
  }
}
