/** The learned changes that were decided last, with what policy looks at. */
import type { DecidedChange } from '../../domain/admin/policy/decided-changes.ts';
import { isSystemActor, SYSTEM_ACTORS } from '../../domain/principal.ts';
import type { Risk } from '../../domain/skills/changesets/approval-policy.ts';
import type { Support } from '../../domain/skills/changesets/support.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

const LEARNED_BY = [SYSTEM_ACTORS.reflection, SYSTEM_ACTORS.curation, SYSTEM_ACTORS.evolution];

/** The last `take` of them. Not those that a reviewer amended: their risk and findings are no longer the proposal's. */
export async function listDecidedChanges(tx: Tx, tenant: string, take: number): Promise<DecidedChange[]> {
  const rows = await tenantClient(tx, tenant).changeset.findMany({
    where: {
      ...{ humanAuthored: false, proposedBy: { in: LEARNED_BY }, originalOps: null },
      ...{ status: { not: 'pending' }, reviewer: { not: null } },
    },
    orderBy: { id: 'desc' },
    take,
    select: {
      ...{ risk: true, baseVersions: true, safetyFindings: true, evalScore: true, support: true },
      because: true,
      ...{ status: true, reviewer: true, experiments: { select: { id: true }, take: 1 } },
    },
  });
  return rows.map(({ risk, baseVersions, safetyFindings, evalScore, support, because, ...decided }) => ({
    // The column was written from this type.
    risk: risk as Risk,
    skillsChanged: Object.keys(fromJson<object>(baseVersions)).length,
    findings: fromJson<string[]>(safetyFindings),
    evalScore,
    because: fromJsonOrNull<string[]>(because) ?? [],
    sessions: support === null ? 0 : (fromJson<Support>(support).independentSessions ?? 0),
    byPeople: verdictOf(decided),
  }));
}

/** One that a canary rejected was approved by its reviewer. */
function verdictOf({
  status,
  reviewer,
  experiments,
}: {
  status: string;
  reviewer: string | null;
  experiments: readonly unknown[];
}): DecidedChange['byPeople'] {
  if (reviewer === null || isSystemActor(reviewer)) return null;
  return status === 'rejected' && experiments.length === 0 ? 'rejected' : 'approved';
}
