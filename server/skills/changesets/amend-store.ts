/** The row of a changeset that is amended, and which skills it touches from then on. */
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import type { Risk } from '../../domain/skills/changesets/risk.ts';
import { toJson } from '../../platform/db/json.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';
import type { Versions } from './records.ts';

export interface Amendment {
  ops: Operation[];
  originalOps: Operation[];
  risk: Risk;
  safetyFindings: string[];
  baseVersions: Versions;
}

export function amendStore(tx: Tx, tenant: string) {
  const { changeset, changesetTarget } = clientOf(tx);
  return {
    /** Writes an amendment to a changeset that is still pending; returns whether it was. */
    async amend(id: string, { ops, originalOps, risk, safetyFindings, baseVersions }: Amendment) {
      const { count } = await changeset.updateMany({
        where: { tenant, id, status: 'pending' },
        data: {
          risk,
          ops: toJson(ops),
          originalOps: toJson(originalOps),
          safetyFindings: toJson(safetyFindings),
          baseVersions: toJson(baseVersions),
        },
      });
      if (count === 0) return false;
      await changesetTarget.deleteMany({ where: { tenant, changesetId: id } });
      const data = Object.keys(baseVersions).map((skillId) => ({ tenant, changesetId: id, skillId }));
      if (data.length > 0) await changesetTarget.createMany({ data });
      return true;
    },
  };
}
