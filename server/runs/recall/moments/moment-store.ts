/** The rows of moments: what sessions were shown before calls of tools. */
import type { EarlierMoment } from '../../../domain/moments/choose-rules.ts';
import { fromJson, toJson } from '../../../platform/db/database.ts';
import { Prisma, type Tx, tenantClient } from '../../../platform/db/tenant-client.ts';

export interface MomentRecord {
  id: string;
  recallId: string;
  sessionId: string | null;
  tool: string;
  /** Of the call that was announced: see callKey. */
  call: string | null;
  rules: string[];
  createdAt: Date;
}

/** So many of its session's moments one looks at, and a recall's page shows. */
const MOST_MOMENTS = 200;

/**
 * Stores moments of a tenant in one statement; answers with the ids of those that are stored. One whose recall is gone is
 * not.
 */
export async function insertMoments(
  tx: Tx,
  tenant: string,
  moments: readonly MomentRecord[],
): Promise<Set<string>> {
  const rows = moments.map(
    ({ id, recallId, sessionId, tool, call, rules, createdAt }) => Prisma.sql`
      SELECT ${tenant}, ${id}, id, ${sessionId}, ${tool}, ${call}, ${toJson(rules)}, ${createdAt} FROM recall
      WHERE tenant = ${tenant} AND id = ${recallId}`,
  );
  const inserted = await tenantClient(tx, tenant).$queryRaw<{ id: string }[]>`
    INSERT INTO moment (tenant, id, recall_id, session_id, tool, call, rules, created_at)
    ${Prisma.join(rows, ' UNION ALL ')}
    ON CONFLICT (tenant, id) DO NOTHING RETURNING id`;
  return new Set(inserted.map(({ id }) => id));
}

export function momentStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** The moments of a session, without one of a recall, newest first. */
    async earlier({
      recallId,
      sessionId,
    }: Pick<MomentRecord, 'recallId' | 'sessionId'>): Promise<EarlierMoment[]> {
      const rows = await client.moment.findMany({
        where: sessionId === null ? { recallId } : { sessionId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { tool: true, rules: true },
        take: MOST_MOMENTS,
      });
      return rows.map(({ tool, rules }) => ({ tool, rules: fromJson<string[]>(rules) }));
    },
    /** Those of a recall, oldest first. */
    async ofRecall(recallId: string): Promise<MomentRecord[]> {
      const rows = await client.moment.findMany({
        where: { recallId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: MOST_MOMENTS,
      });
      return rows.map(({ tenant: _, rules, ...row }) => ({ ...row, rules: fromJson(rules) }));
    },
    /** What was shown under recalls, each rule with the call that was announced, oldest first. */
    async shownUnder(recallIds: string[]): Promise<{ recallId: string; call: string; rules: string[] }[]> {
      const rows = await client.moment.findMany({
        where: { recallId: { in: recallIds } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { recallId: true, call: true, rules: true },
        take: MOST_MOMENTS * recallIds.length,
      });
      return rows.map(({ call, rules, ...row }) => ({ ...row, call: call ?? '', rules: fromJson(rules) }));
    },
    /** Those of the given rules that were not removed since, of skills that are in use. */
    async standing(ruleIds: string[]): Promise<Set<string>> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT b.id FROM bullet b JOIN skill s ON s.tenant = b.tenant AND s.id = b.skill_id
        WHERE b.tenant = ${tenant} AND b.id IN (${Prisma.join(ruleIds)}) AND b.status <> 'removed'
          AND s.status IN ('active', 'stale')`;
      return new Set(rows.map(({ id }) => id));
    },
  };
}
