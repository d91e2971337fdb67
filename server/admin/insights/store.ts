/** What insights are read from: running sums and the skills themselves. Episodes are never loaded. */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import { inPieces, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** A rule that was tagged harmful more often than helpful. */
interface ProblemRule {
  id: string;
  content: string;
  helpful: number;
  harmful: number;
}

/** The same with the skill it is part of. */
export interface PlacedRule extends ProblemRule {
  skillId: string;
  skillName: string;
}

const counted = (rule: PlacedRule): PlacedRule => ({
  ...rule,
  helpful: Number(rule.helpful),
  harmful: Number(rule.harmful),
});

const seenBy = (agentId: string | null) =>
  agentId === null ? {} : { agentId: { in: [agentId, SHARED_AGENT] } };

const NO_USE = { uses: 0, evidence: 0, reward: 0 };

export function insightsStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);

  /** What the agent's runs say of shared skills, by skill. */
  async function ownUses(agentId: string, skillIds: readonly string[]): Promise<Map<string, typeof NO_USE>> {
    const found = new Map<string, typeof NO_USE>();
    for (const chunk of inPieces([...skillIds])) {
      const rows = await client.sharedSkillUse.findMany({ where: { skillId: { in: chunk }, agentId } });
      for (const { skillId, uses, evidence, reward } of rows) found.set(skillId, { uses, evidence, reward });
    }
    return found;
  }

  return {
    /**
     * The agent's own and the shared skills, or (of null) those of all agents; most used first. Of shared ones an agent sees what
     * its own runs say, which no other agent can move.
     */
    async skills(agentId: string | null, limit: number) {
      const rows = await client.skill.findMany({
        where: seenBy(agentId),
        orderBy: [{ uses: 'desc' }, { name: 'asc' }, { id: 'asc' }],
        take: limit,
        select: {
          ...{ id: true, agentId: true, name: true, version: true },
          ...{ status: true, uses: true, evidence: true, reward: true, updatedAt: true },
        },
      });
      if (agentId === null || agentId === SHARED_AGENT) return rows;
      const own = await ownUses(
        agentId,
        rows.filter((row) => row.agentId === SHARED_AGENT).map(({ id }) => id),
      );
      return rows.map((row) =>
        row.agentId === SHARED_AGENT ? { ...row, ...(own.get(row.id) ?? NO_USE) } : row,
      );
    },

    /** How many skills there are beside `listed`, counted up to `COUNT_LIMIT`. */
    async countOtherSkills(agentId: string | null, listed: number): Promise<number> {
      const count = await client.skill.count({ where: seenBy(agentId), take: listed + COUNT_LIMIT });
      return Math.max(0, count - listed);
    },

    /** Counted up to `COUNT_LIMIT`. */
    async pendingChangesets(agentId: string): Promise<number> {
      return await client.changeset.count({ where: { agentId, status: 'pending' }, take: COUNT_LIMIT });
    },

    /** Active rules of those skills that did more harm than good, worst first; and how many there are in all. */
    async problemRules(agentId: string, limit: number): Promise<{ rules: PlacedRule[]; count: number }> {
      const rows = await client.$queryRaw<(PlacedRule & { count: unknown })[]>`
        SELECT b.id, b.content, b.helpful, b.harmful, s.id AS "skillId", s.name AS "skillName",
          COUNT(*) OVER () AS count
        FROM bullet b JOIN skill s ON s.tenant = b.tenant AND s.id = b.skill_id
        WHERE b.tenant = ${tenant} AND s.agent_id IN (${agentId}, ${SHARED_AGENT})
          AND b.status = 'active' AND b.harmful > 0 AND b.harmful > b.helpful
        ORDER BY b.harmful - b.helpful DESC, b.id LIMIT ${limit}`;
      const rules = rows.map(({ count: _, ...row }) => counted(row));
      return { rules, count: Number(rows[0]?.count ?? 0) };
    },

    /** Active rules of those skills that helped more often than they harmed, those that helped most first. */
    async helpfulRules(agentId: string, limit: number): Promise<PlacedRule[]> {
      const rows = await client.$queryRaw<PlacedRule[]>`
        SELECT b.id, b.content, b.helpful, b.harmful, s.id AS "skillId", s.name AS "skillName"
        FROM bullet b JOIN skill s ON s.tenant = b.tenant AND s.id = b.skill_id
        WHERE b.tenant = ${tenant} AND s.agent_id IN (${agentId}, ${SHARED_AGENT})
          AND b.status = 'active' AND b.helpful > 0 AND b.helpful > b.harmful
        ORDER BY b.helpful DESC, b.id LIMIT ${limit}`;
      return rows.map(counted);
    },

    /** Calls and tokens by purpose, from the UTC day `since` (`2026-03-01`) on. */
    async usage(since: string) {
      const rows = await client.usageDay.groupBy({
        by: ['purpose'],
        where: { day: { gte: since } },
        _sum: { calls: true, inputTokens: true, outputTokens: true },
        orderBy: { purpose: 'asc' },
      });
      return rows.map(({ purpose, _sum: { calls, inputTokens, outputTokens } }) => ({
        purpose,
        calls: calls ?? 0,
        inputTokens: inputTokens ?? 0,
        outputTokens: outputTokens ?? 0,
      }));
    },
  };
}
