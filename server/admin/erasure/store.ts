/**
 * Removes the rows of one user, whichever feature they belong to. Rows go in bounded steps of one transaction: what
 * is held in memory does not grow with the number of rows, and every step uses an index.
 */

import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import type { ErasureCounts } from '../../domain/admin/erasure-counts.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import type { SourceCount } from '../../domain/trust/because.ts';
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/database.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import {
  countEach,
  Prisma,
  type TenantClient,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';

/** What stands for the id of a user who was erased. */
const ERASED = 'erased';

const PAGE = 20_000;
/** The database client allows fewer than 1,000 parameters a statement on SQLite. */
const STEP = 500;

/** One fixed order, so that two erasures take their locks in the same one. */
const byCode = (a: string, b: string) => (a < b ? -1 : 1);

/** Waits for transactions that are adding to the episodes. SQLite has one writer and needs no such lock. */
async function lockEpisodes(client: TenantClient, tenant: string, ids: string[]): Promise<void> {
  await client.$queryRaw`
    SELECT 1 FROM episode WHERE tenant = ${tenant} AND id IN (${Prisma.join(ids)}) ORDER BY id FOR UPDATE`;
}

/** Removes episodes with all that belongs to them; answers with how many there were. */
export async function removeEpisodes(client: TenantClient, ids: string[]): Promise<number> {
  const { count } = await client.episode.deleteMany({ where: { id: { in: ids } } });
  // Traces and feedback go by their foreign keys, or by triggers in their place. Credits have neither, see the migration.
  await client.episodeCredit.deleteMany({ where: { episodeId: { in: ids } } });
  return count;
}

/** Rows of what was learned about a user. */
type RemovedKnowledge = Pick<ErasureCounts, 'memories' | 'memory_evidence' | 'profiles'>;

export const NO_KNOWLEDGE: RemovedKnowledge = { memories: 0, memory_evidence: 0, profiles: 0 };

export function erasureStore(tx: Tx, tenant: string, userId: string) {
  const client = tenantClient(tx, tenant);
  const ofUser = { userId };

  return {
    /** Removes episodes, and with each all that belongs to it. */
    async removeEpisodes(dialect: Dialect): Promise<{ episodes: number; feedback: number }> {
      const removed = { episodes: 0, feedback: 0 };
      // What is kept of traces that no episode was made of yet.
      await client.episodeTrace.deleteMany({ where: { ...ofUser, episodeId: null } });
      for (;;) {
        const page = await client.episode.findMany({ where: ofUser, select: { id: true }, take: PAGE });
        if (page.length === 0) return removed;
        const ids = page.map(({ id }) => id).toSorted(byCode);
        for (const chunk of inChunks(ids, STEP)) {
          // Feedback goes with its episode, uncounted. While the episode is locked, nobody can add any to it.
          if (dialect === 'postgresql') await lockEpisodes(client, tenant, chunk);
          removed.feedback += await client.feedback.count({ where: { episodeId: { in: chunk } } });
          removed.episodes += await removeEpisodes(client, chunk);
        }
      }
    },
    /** Sessions of the user's recalls, in order, after `last`; empty after the last. */
    async sessionsAfter(last: string): Promise<string[]> {
      const rows = await client.$queryRaw<{ session: string }[]>`
        SELECT DISTINCT session_id AS session FROM recall
        WHERE tenant = ${tenant} AND user_id = ${userId} AND session_id > ${last} ORDER BY session LIMIT ${PAGE}`;
      return rows.map(({ session }) => session);
    },
    /**
     * Gives the units of canaries other names, so that nobody who guesses a user or session finds what they were served. What came of
     * them stays evidence.
     */
    async renameUnits(units: string[], newName: () => string): Promise<void> {
      for (const chunk of inChunks(units, STEP)) {
        const found = await client.$queryRaw<{ experimentId: string; unit: string }[]>`
          SELECT experiment_id AS "experimentId", unit FROM experiment_assignment
          WHERE tenant = ${tenant} AND experiment_id IN (SELECT id FROM experiment WHERE tenant = ${tenant})
            AND unit IN (${Prisma.join(chunk)}) ORDER BY experiment_id, unit`;
        for (const { experimentId, unit } of found) {
          const where = { experimentId, unit };
          await client.experimentAssignment.updateMany({ where, data: { unit: newName() } });
        }
      }
    },
    /** Forgets which sessions the sums of the lift are made of. */
    async removeLiftUnits(units: string[]): Promise<void> {
      for (const chunk of inChunks(units, STEP)) {
        await client.$executeRaw`
          DELETE FROM lift_unit WHERE tenant = ${tenant}
            AND agent_id IN (SELECT agent_id FROM agent_totals WHERE tenant = ${tenant})
            AND unit IN (${Prisma.join(chunk)})`;
      }
    },
    /** Removes the person who reviews under this name. */
    async removePerson(): Promise<number> {
      return (await client.person.deleteMany({ where: { actor: personActor(userId) } })).count;
    },
    /** With what the sessions were shown before calls of tools. */
    async removeRecalls(): Promise<number> {
      await client.$executeRaw`
        DELETE FROM moment WHERE tenant = ${tenant} AND recall_id IN (
          SELECT id FROM recall WHERE tenant = ${tenant} AND user_id = ${userId})`;
      return (await client.recall.deleteMany({ where: ofUser })).count;
    },
    /** Some of the agents for which the user has memories or a profile, or counts for a memory; empty when none are left. */
    async agents(): Promise<string[]> {
      const query = {
        by: ['agentId' as const],
        where: ofUser,
        orderBy: { agentId: 'asc' as const },
        take: STEP,
      };
      const memories = await client.memory.groupBy(query);
      const profiles = await client.profile.groupBy(query);
      const counted = await client.$queryRaw<{ agentId: string }[]>`
        SELECT DISTINCT m.agent_id AS "agentId" FROM memory_evidence e
        JOIN memory m ON m.tenant = e.tenant AND m.id = e.memory_id
        WHERE e.tenant = ${tenant} AND e.user_id = ${userId} ORDER BY "agentId" LIMIT ${STEP}`;
      const all = [...memories, ...profiles, ...counted];
      return [...new Set(all.map(({ agentId }) => agentId))].toSorted(byCode);
    },
    /**
     * Removes the memories, in all their versions and with their vectors, and the profiles that belong to `agentIds`. For memories that
     * are about others too the user counts no longer.
     */
    async removeKnowledge(agentIds: string[]): Promise<RemovedKnowledge> {
      const removed = { ...NO_KNOWLEDGE };
      for (const agentId of agentIds) {
        await client.$executeRaw`
          DELETE FROM embedding WHERE tenant = ${tenant} AND noun = 'memory' AND owner_id IN (
            SELECT id FROM memory WHERE tenant = ${tenant} AND user_id = ${userId} AND agent_id = ${agentId})`;
        // First, so that what would go uncounted with a memory is counted.
        const ofRuns = { ...ofUser, memory: { agentId } };
        removed.memory_evidence += (await client.memoryEvidence.deleteMany({ where: ofRuns })).count;
        removed.memories += (await client.memory.deleteMany({ where: { ...ofUser, agentId } })).count;
        removed.profiles += (await client.profile.deleteMany({ where: { ...ofUser, agentId } })).count;
      }
      return removed;
    },
  };
}

/** Takes the user's id out of the sources that changes rest on, and why they wait. */
export async function forgetSources(tx: Tx, tenant: string, userId: string): Promise<void> {
  const client = tenantClient(tx, tenant);
  const named = Prisma.sql`LIKE ${`%${JSON.stringify(userId)}%`}`;
  const rows = await client.$queryRaw<{ id: string; sources: string; because: string | null }[]>`
    SELECT id, sources, because FROM changeset WHERE tenant = ${tenant} AND sources ${named}`;
  for (const { id, sources, because } of rows) {
    const list = fromJson<SourceCount[]>(sources).map((source) =>
      source.kind === 'user' && source.name === userId ? { ...source, name: ERASED } : source,
    );
    const lines = fromJsonOrNull<string[]>(because)?.map((line) => line.replaceAll(userId, ERASED));
    const data = { sources: toJson(list), because: lines === undefined ? null : toJson(lines) };
    await client.changeset.updateMany({ where: { id }, data });
  }
}

/** How a user of agents is called where they also sign in to review. */
const personActor = (userId: string) => `oidc:${userId}`;

/** Counts of a user's rows, each by an index on the user and up to `COUNT_LIMIT`. */
export function erasurePreviewStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async count(userId: string): Promise<ErasureCounts> {
      const ofUser = { where: { userId }, take: COUNT_LIMIT };
      const [memories, memory_evidence, episodes, profiles, recalls, people, given] = await Promise.all([
        client.memory.count(ofUser),
        client.memoryEvidence.count(ofUser),
        client.episode.count(ofUser),
        client.profile.count(ofUser),
        client.recall.count(ofUser),
        client.person.count({ where: { actor: personActor(userId) } }),
        countEach(
          client,
          ['feedback'],
          () => Prisma.sql`SELECT 1 FROM feedback f
            JOIN episode e ON f.tenant = e.tenant AND f.episode_id = e.id
            WHERE e.tenant = ${tenant} AND e.user_id = ${userId}`,
        ),
      ]);
      return {
        memories,
        memory_evidence,
        episodes,
        feedback: given['feedback'] ?? 0,
        profiles,
        recalls,
        people,
      };
    },
  };
}
