/** The cards' rows, and the preference memories they are made of. */
import type { Card, Preference } from '../../domain/memories/profile.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

export interface ProfileKey {
  agentId: string;
  userId: string;
}

export interface StoredCard extends Card {
  updatedAt: Date;
}

export function profileStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { memory, profile } = client;
  return {
    /** The user's newest `limit` preferences that are believed now, newest first. */
    async preferences({ agentId, userId }: ProfileKey, limit: number): Promise<Preference[]> {
      return await memory.findMany({
        where: { agentId, userId, status: 'active', kind: 'preference' },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        select: { id: true, content: true },
      });
    },
    async find(key: ProfileKey): Promise<StoredCard | null> {
      const row = await profile.findFirst({ where: key });
      if (row === null) return null;
      return { profile: row.profile, sources: fromJson(row.sources), updatedAt: row.updatedAt };
    },
    /** Users of an agent whose preferences changed since a model worded their card; those waiting longest first. */
    async composed(agentId: string, limit: number): Promise<string[]> {
      const rows = await profile.findMany({
        where: { agentId, rewrittenAt: null },
        orderBy: { updatedAt: 'asc' },
        take: limit,
        select: { userId: true },
      });
      return rows.map(({ userId }) => userId);
    },
    /** Notes that a composed card is worded; without `card` it is good as it is. Nothing happens where there is none. */
    async finalize(key: ProfileKey, card: Card | null, rewrittenAt: Date): Promise<void> {
      const values =
        card === null
          ? { rewrittenAt }
          : {
              rewrittenAt,
              profile: card.profile,
              sources: toJson(card.sources),
              updatedAt: rewrittenAt,
            };
      await profile.updateMany({ where: { ...key, rewrittenAt: null }, data: values });
    },
    async put({ agentId, userId }: ProfileKey, card: Card, updatedAt: Date): Promise<void> {
      await client.$executeRaw`
        INSERT INTO profile (tenant, agent_id, user_id, profile, sources, updated_at)
        VALUES (${tenant}, ${agentId}, ${userId}, ${card.profile}, ${toJson(card.sources)}, ${updatedAt})
        ON CONFLICT (tenant, agent_id, user_id) DO UPDATE SET profile = excluded.profile,
          sources = excluded.sources, updated_at = excluded.updated_at, rewritten_at = NULL`;
    },
    async remove(key: ProfileKey): Promise<void> {
      await profile.deleteMany({ where: key });
    },
  };
}
