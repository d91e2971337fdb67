/** What cleaning up reads of memories, runs and recalls. */
import { inChunks } from '../../domain/in-chunks.ts';
import { fromJson } from '../../platform/db/database.ts';
import { Prisma, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

/** The database client allows fewer than 1,000 parameters in one statement on SQLite. */
export const STEP = 100;

/** A memory as cleaning up reads it. */
export interface CheckedMemory {
  id: string;
  userId: string | null;
  kind: string;
  content: string;
  sources: string[];
  createdAt: Date;
  activatedAt: Date | null;
  lastRecalledAt: Date | null;
  undecidedWith: string | null;
}

const CHECKED = {
  ...{ id: true, userId: true, kind: true, content: true, sources: true },
  ...{ createdAt: true, activatedAt: true, lastRecalledAt: true, undecidedWith: true },
} as const;

/** Recalls in one transaction, which SQLite takes in one turn of the loop. */
const RECALLS_AT_ONCE = 25;
/** Users in one statement: each of their recalls is looked at. */
const USERS_AT_ONCE = 20;

export function cleanupStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** An agent's active memories, the newest first, after `before`. */
    async active(
      agentId: string,
      before: { createdAt: Date; id: string } | null,
      take: number,
    ): Promise<CheckedMemory[]> {
      const rows = await client.memory.findMany({
        where: {
          ...{ agentId, status: 'active' },
          ...(before === null
            ? {}
            : {
                OR: [
                  { createdAt: { lt: before.createdAt } },
                  { createdAt: before.createdAt, id: { lt: before.id } },
                ],
              }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take,
        select: CHECKED,
      });
      return rows.map((row) => ({ ...row, sources: fromJson<string[]>(row.sources) }));
    },
    /** What memories say, also of those that are believed no longer. */
    async contents(ids: readonly string[]): Promise<{ id: string; content: string }[]> {
      const found: { id: string; content: string }[] = [];
      for (const chunk of inChunks(ids, STEP)) {
        const where = { id: { in: chunk } };
        found.push(...(await client.memory.findMany({ where, select: { id: true, content: true } })));
      }
      return found;
    },
    /** By episode, the ids of the memories that its recall served; runs without a recall that is kept are left out. */
    async served(episodeIds: readonly string[]): Promise<Map<string, string[]>> {
      const served = new Map<string, string[]>();
      for (const chunk of inChunks(episodeIds, STEP)) {
        const where = { id: { in: chunk }, recallId: { not: null } };
        const runs = await client.episode.findMany({ where, select: { id: true, recallId: true } });
        if (runs.length === 0) continue;
        const ids = runs.map(({ recallId }) => recallId ?? '');
        const select = { id: true, memories: true } as const;
        const recalls = await client.recall.findMany({ where: { id: { in: ids } }, select });
        const byId = new Map(recalls.map((recall) => [recall.id, idsIn(recall.memories)]));
        for (const { id, recallId } of runs) {
          const memories = byId.get(recallId ?? '');
          if (memories) served.set(id, memories);
        }
      }
      return served;
    },
    /** When recalls for each of some users of an agent were last made before `until`; users without any are left out. */
    async lastRecalls(agentId: string, userIds: readonly string[], until: Date): Promise<Map<string, Date>> {
      const last = new Map<string, Date>();
      for (const chunk of inChunks(userIds, USERS_AT_ONCE)) {
        const rows = await client.recall.groupBy({
          by: ['userId'],
          where: { userId: { in: chunk }, agentId, createdAt: { lt: until } },
          _max: { createdAt: true },
          orderBy: { userId: 'asc' },
        });
        for (const { userId, _max } of rows)
          if (userId !== null && _max.createdAt !== null) last.set(userId, _max.createdAt);
      }
      return last;
    },
    /** By user, the ids of the preferences in the card that their recalls are served. */
    async cards(agentId: string, userIds: readonly string[]): Promise<Map<string, string[]>> {
      const cards = new Map<string, string[]>();
      for (const chunk of inChunks(userIds, STEP)) {
        const rows = await client.profile.findMany({
          where: { agentId, userId: { in: chunk } },
          select: { userId: true, sources: true },
        });
        for (const { userId, sources } of rows) cards.set(userId, fromJson<string[]>(sources));
      }
      return cards;
    },
    async lastRecall(agentId: string): Promise<Date | null> {
      return (await client.lastRecall.findFirst({ where: { agentId } }))?.at ?? null;
    },
  };
}

/** A recall keeps the next best memories too, which it did not serve. */
const idsIn = (memories: string): string[] =>
  fromJson<{ id: string; served: boolean }[]>(memories).flatMap(({ id, served }) => (served ? [id] : []));

export interface ReadRecall {
  id: string;
  agentId: string;
  createdAt: Date;
  memoryIds: string[];
}

export function recallReadingStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    async place(): Promise<{ at: Date; id: string } | null> {
      const row = await client.recallReading.findFirst({});
      return row === null ? null : { at: row.readAt, id: row.recallId };
    },
    /** The tenant's recalls after a place, oldest first, those before `until`. */
    async after(place: { at: Date; id: string } | null, until: Date): Promise<ReadRecall[]> {
      const rows = await client.recall.findMany({
        where: {
          createdAt: { lt: until, ...(place === null ? {} : { gte: place.at }) },
          ...(place === null ? {} : { NOT: { createdAt: place.at, id: { lte: place.id } } }),
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: RECALLS_AT_ONCE,
        select: { id: true, agentId: true, createdAt: true, memories: true },
      });
      return rows.map(({ memories, ...row }) => ({ ...row, memoryIds: idsIn(memories) }));
    },
    /** Notes when memories were recalled, to the day; earlier moments change nothing. */
    async noteRecalled(moments: ReadonlyMap<string, Date>): Promise<void> {
      // One order of rows, so that two who note the same wait for each other and not in a ring.
      const byTime = Map.groupBy([...moments.keys()].sort(), (id) => moments.get(id)?.getTime() ?? 0);
      for (const [time, ids] of byTime) {
        const at = new Date(time);
        for (const chunk of inChunks(ids, STEP)) {
          await client.$executeRaw`
            UPDATE memory SET last_recalled_at = ${at}
            WHERE tenant = ${tenant} AND id IN (${Prisma.join(chunk)})
              AND (last_recalled_at IS NULL OR last_recalled_at < ${at})`;
        }
      }
    },
    async noteAgents(moments: ReadonlyMap<string, Date>): Promise<void> {
      for (const [agentId, at] of moments) {
        await client.$executeRaw`
          INSERT INTO last_recall (tenant, agent_id, at) VALUES (${tenant}, ${agentId}, ${at})
          ON CONFLICT (tenant, agent_id) DO UPDATE SET at = excluded.at WHERE last_recall.at < excluded.at`;
      }
    },
    /** Moves the place on; false where another did so first. */
    async move(from: { at: Date; id: string } | null, to: { at: Date; id: string }): Promise<boolean> {
      if (from === null) {
        const added = await client.$executeRaw`
          INSERT INTO recall_reading (tenant, read_at, recall_id) VALUES (${tenant}, ${to.at}, ${to.id})
          ON CONFLICT (tenant) DO NOTHING`;
        return added === 1;
      }
      const { count } = await client.recallReading.updateMany({
        where: { readAt: from.at, recallId: from.id },
        data: { readAt: to.at, recallId: to.id },
      });
      return count === 1;
    },
  };
}
