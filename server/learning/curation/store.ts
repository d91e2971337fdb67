/** What curation asks of skills, and what it remembers of them. Every move is made under the condition that it is still due. */

import type { LifecycleMove } from '../../domain/learning/curation/lifecycle.ts';
import type { needsRewording } from '../../domain/learning/curation/needs-rewording.ts';
import { OPEN_STATUSES } from '../../domain/skills/changesets/status.ts';
import { Prisma, type TenantWhere, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

const SERVED = ['active', 'stale'];

/** A skill with too little success, and its uses. */
export interface Underperformer {
  id: string;
  uses: number;
}

/** When a skill is worth evolving. */
export interface NominationRule {
  minUses: number;
  maxSuccessRate: number;
}

type Adherences = Parameters<typeof needsRewording>[0];

/** Of a skill `s` with its upkeep `u`: used as often again since it was last nominated, and no evolution of it is open. */
function isDue(minUses: number) {
  return Prisma.sql`s.uses >= ${minUses} + COALESCE(u.nominated_uses, 0)
    AND NOT EXISTS (
      SELECT 1 FROM changeset_target t JOIN changeset c ON c.tenant = t.tenant AND c.id = t.changeset_id
      WHERE t.tenant = s.tenant AND t.skill_id = s.id
        AND c.source = 'evolution' AND c.status IN (${Prisma.join(OPEN_STATUSES)}))`;
}

export function curationStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Moves at most `limit` skills of an agent; answers with their ids. */
    async move(agentId: string, move: LifecycleMove, limit: number): Promise<string[]> {
      const where = { agentId, ...dueFor(move) };
      const due = await client.skill.findMany({
        where,
        orderBy: { id: 'asc' },
        take: limit,
        select: { id: true },
      });
      if (due.length === 0) return [];
      const moved = await client.skill.updateManyAndReturn({
        where: { ...where, id: { in: due.map(({ id }) => id) } },
        data: { status: move.to },
        select: { id: true },
      });
      return moved.map(({ id }) => id).toSorted();
    },

    /**
     * Served skills of an agent with enough uses and too little success, the least successful first, that no open changeset of
     * evolution touches and that were used as often again since they were last nominated.
     */
    async underperformers(
      agentId: string,
      { minUses, maxSuccessRate, limit }: NominationRule & { limit: number },
    ): Promise<Underperformer[]> {
      const rows = await client.$queryRaw<{ id: string; uses: number | bigint }[]>`
        SELECT s.id, s.uses FROM skill s
        LEFT JOIN skill_upkeep u ON u.tenant = s.tenant AND u.skill_id = s.id
        WHERE s.tenant = ${tenant} AND s.agent_id = ${agentId} AND s.status IN (${Prisma.join(SERVED)})
          AND s.evidence > 0 AND s.reward <= (${maxSuccessRate} + 0.000000001) * s.evidence
          AND ${isDue(minUses)}
        ORDER BY s.reward / s.evidence, s.id LIMIT ${limit}`;
      return rows.map(({ id, uses }) => ({ id, uses: Number(uses) }));
    },

    /** The rules of such skills, however successful, that runs followed or broke where they were shown before a call. */
    async judgedRules(agentId: string, minUses: number): Promise<(Underperformer & Adherences)[]> {
      const rows = await client.$queryRaw<Record<keyof (Underperformer & Adherences), unknown>[]>`
        SELECT s.id, s.uses, b.followed, b.broken, b.followed_failed AS "followedFailed" FROM skill s
        JOIN bullet b ON b.tenant = s.tenant AND b.skill_id = s.id
        LEFT JOIN skill_upkeep u ON u.tenant = s.tenant AND u.skill_id = s.id
        WHERE s.tenant = ${tenant} AND s.agent_id = ${agentId} AND s.status IN (${Prisma.join(SERVED)})
          AND b.status = 'active' AND b.followed + b.broken > 0 AND ${isDue(minUses)}
        ORDER BY s.id`;
      return rows.map(({ id, uses, followed, broken, followedFailed }) => ({
        ...{ id: String(id), uses: Number(uses) },
        ...{ followed: Number(followed), broken: Number(broken), followedFailed: Number(followedFailed) },
      }));
    },

    async noteNominated(skills: Underperformer[]): Promise<void> {
      if (skills.length === 0) return;
      const rows = skills.map(({ id, uses }) => Prisma.sql`(${tenant}, ${id}, 0, ${uses})`);
      await client.$executeRaw`
        INSERT INTO skill_upkeep (tenant, skill_id, compared_version, nominated_uses) VALUES ${Prisma.join(rows)}
        ON CONFLICT (tenant, skill_id) DO UPDATE SET nominated_uses = excluded.nominated_uses`;
    },

    /** Ids, after `after` in their order, of at most `limit` served skills whose rules were not compared since they changed. */
    async uncompared(agentId: string, { after, limit }: { after: string; limit: number }): Promise<string[]> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        SELECT s.id FROM skill s
        LEFT JOIN skill_upkeep u ON u.tenant = s.tenant AND u.skill_id = s.id
        WHERE s.tenant = ${tenant} AND s.agent_id = ${agentId} AND s.status IN (${Prisma.join(SERVED)})
          AND s.id > ${after} AND s.version <> COALESCE(u.compared_version, 0)
        ORDER BY s.id LIMIT ${limit}`;
      return rows.map(({ id }) => id);
    },

    /** Notes which version of each skill had its rules compared. */
    async noteCompared(skills: { id: string; version: number }[]): Promise<void> {
      if (skills.length === 0) return;
      const rows = skills.map(({ id, version }) => Prisma.sql`(${tenant}, ${id}, ${version}, 0)`);
      await client.$executeRaw`
        INSERT INTO skill_upkeep (tenant, skill_id, compared_version, nominated_uses) VALUES ${Prisma.join(rows)}
        ON CONFLICT (tenant, skill_id) DO UPDATE SET compared_version = excluded.compared_version`;
    },
  };
}

function dueFor({ from, use, cutoff, sparesPinned }: LifecycleMove): TenantWhere<'skill'> {
  const pins = sparesPinned ? { pinned: false } : {};
  const unused = { updatedAt: { lte: cutoff }, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: cutoff } }] };
  const used = { OR: [{ updatedAt: { gt: cutoff } }, { lastUsedAt: { gt: cutoff } }] };
  return { status: from, ...pins, ...(use === 'up_to_cutoff' ? unused : used) };
}
