/** The cards' rows, and the preference memories they are made of. */
import type { Card, Preference } from '../../domain/memories/profile.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

/** Whose card. */
export interface ProfileKey {
  agentId: string;
  userId: string;
}

/** A card as it is kept. */
export interface StoredCard extends Card {
  updatedAt: Date;
}

export function profileStore(tx: Tx, tenant: string) {
  const { memory, profile } = clientOf(tx);
  return {
    /** The user's newest `limit` preferences that are believed now, newest first. */
    async preferences({ agentId, userId }: ProfileKey, limit: number): Promise<Preference[]> {
      return await memory.findMany({
        where: { tenant, agentId, userId, status: 'active', kind: 'preference' },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        select: { id: true, content: true },
      });
    },
    async find(key: ProfileKey): Promise<StoredCard | null> {
      const row = await profile.findUnique({ where: { tenant_agentId_userId: { tenant, ...key } } });
      if (row === null) return null;
      return { profile: row.profile, sources: fromJson(row.sources), updatedAt: row.updatedAt };
    },
    /** Users of an agent whose preferences changed since a model worded their card; those waiting longest first. */
    async composed(agentId: string, limit: number): Promise<string[]> {
      const rows = await profile.findMany({
        where: { tenant, agentId, rewrittenAt: null },
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
      await profile.updateMany({ where: { tenant, ...key, rewrittenAt: null }, data: values });
    },
    async put(key: ProfileKey, card: Card, updatedAt: Date): Promise<void> {
      const values = {
        profile: card.profile,
        sources: toJson(card.sources),
        updatedAt,
        rewrittenAt: null,
      };
      await profile.upsert({
        where: { tenant_agentId_userId: { tenant, ...key } },
        create: { tenant, ...key, ...values },
        update: values,
      });
    },
    async remove(key: ProfileKey): Promise<void> {
      await profile.deleteMany({ where: { tenant, ...key } });
    },
  };
}
