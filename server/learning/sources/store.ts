/** An agent's lists of tools, the tools that its runs called, and its users. */
import { userKey } from '../../domain/trust/source-names.ts';
import { NO_LISTS, type ToolLists } from '../../domain/trust/tool-names.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** Ids of users that are compared: some may be one user's in several spellings. */
const MOST_USERS = 50;
/** Tools that are kept of an agent. */
const MOST_TOOLS = 1000;

export interface SeenTool {
  readonly name: string;
  /** Runs that called it. */
  readonly runs: number;
}

export function sourceStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async lists(agentId: string): Promise<ToolLists> {
      const row = await client.agentSources.findFirst({ where: { agentId } });
      if (row === null) return NO_LISTS;
      return { trusted: fromJson(row.trusted), untrusted: fromJson(row.untrusted) };
    },

    async setLists(agentId: string, lists: ToolLists, at: Date): Promise<void> {
      const [trusted, untrusted] = [toJson(lists.trusted), toJson(lists.untrusted)];
      await client.$executeRaw`
        INSERT INTO agent_sources (tenant, agent_id, trusted, untrusted, updated_at)
        VALUES (${tenant}, ${agentId}, ${trusted}, ${untrusted}, ${at})
        ON CONFLICT (tenant, agent_id) DO UPDATE SET trusted = ${trusted}, untrusted = ${untrusted}, updated_at = ${at}`;
    },

    /** Some users of the agent's runs: of more than one where it has several. */
    async someUsers(agentId: string): Promise<string[]> {
      const [ends] = await client.$queryRaw<{ first: string | null; last: string | null }[]>`
        SELECT MIN(user_id) AS first, MAX(user_id) AS last FROM episode
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND user_id IS NOT NULL`;
      const [first, last] = [ends?.first ?? null, ends?.last ?? null];
      if (first === null || last === null) return [];
      if (first === last || userKey(first) !== userKey(last)) return [first, last];
      // The same user in two spellings, or others between them.
      const rows = await client.$queryRaw<{ userId: string }[]>`
        SELECT DISTINCT user_id AS "userId" FROM episode
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND user_id IS NOT NULL LIMIT ${MOST_USERS}`;
      return rows.map(({ userId }) => userId);
    },

    /** Counts one more run for each tool. */
    async noteTools(agentId: string, names: readonly string[]): Promise<void> {
      for (const name of [...new Set(names)].toSorted()) {
        await client.$executeRaw`
          INSERT INTO tool_seen (tenant, agent_id, name, runs)
          SELECT ${tenant}, ${agentId}, ${name}, 1 WHERE
            (SELECT COUNT(*) FROM tool_seen WHERE tenant = ${tenant} AND agent_id = ${agentId}) < ${MOST_TOOLS}
          ON CONFLICT (tenant, agent_id, name) DO UPDATE SET runs = tool_seen.runs + 1`;
      }
    },

    /** The tools of the agent's runs, those of most runs first. */
    async seenTools(agentId: string): Promise<SeenTool[]> {
      return await client.$queryRaw<SeenTool[]>`
        SELECT name, CAST(runs AS INTEGER) AS runs FROM tool_seen
        WHERE tenant = ${tenant} AND agent_id = ${agentId} ORDER BY runs DESC, name LIMIT ${MOST_TOOLS}`;
    },
  };
}
