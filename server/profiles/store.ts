/** The cards' rows, and the preference memories they are made of. */
import type { Card, Preference } from '../domain/profiles/compose-card.ts';
import { fromJson, toJson } from '../platform/db/json.ts';
import { clientOf, type Tx } from '../platform/db/prisma.ts';

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
    async put(key: ProfileKey, card: Card, updatedAt: Date): Promise<void> {
      const values = { profile: card.profile, sources: toJson(card.sources), updatedAt };
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
