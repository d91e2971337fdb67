/** The query of the list of keys; a key's hash never leaves the table by it. */
import type { Scope } from '../../domain/principal.ts';
import { fromJson } from '../../platform/db/json.ts';
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

export interface ListedKey {
  id: string;
  name: string;
  scopes: Scope[];
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface KeyPage {
  revoked: boolean;
  before: { at: Date; id: string } | null;
  limit: number;
}

export function keyListStore(tx: Tx, tenant: string) {
  const { apiKey } = clientOf(tx);
  return {
    /** Newest first. */
    async page({ revoked, before, limit }: KeyPage): Promise<ListedKey[]> {
      const older =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const rows = await apiKey.findMany({
        where: { AND: [{ tenant }, revoked ? {} : { revokedAt: null }, older] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: { tenant: true, hash: true },
      });
      return rows.map((row) => ({ ...row, scopes: fromJson<Scope[]>(row.scopes) }));
    },
  };
}
