/** The vectors of skills and memories as they are stored, in the space of the configured model; those of other spaces are not seen. */
import {
  type CompactVector,
  compactVector,
  type Vectors,
  vectorOfBytes,
} from '../domain/knowledge/vector.ts';
import { type Tx, tenantClient } from '../platform/db/tenant-client.ts';

type EmbeddedKind = 'skill' | 'memory';

/** Vectors of one statement: half a megabyte to three. */
const STEP = 250;

export type VectorStore = ReturnType<typeof vectorStore>;

export function vectorStore(tx: Tx, tenant: string, space: string) {
  const { embedding } = tenantClient(tx, tenant);
  const ofSpace = { model: space, dimensions: { gt: 0 } };
  return {
    async vectors(noun: EmbeddedKind, ids: readonly string[]): Promise<Vectors> {
      const found = new Map<string, CompactVector>();
      for (let start = 0; start < ids.length; start += STEP) {
        const ownerId = { in: ids.slice(start, start + STEP) };
        const rows = await embedding.findMany({
          where: { ...ofSpace, noun, ownerId },
          select: { ownerId: true, vector: true },
        });
        for (const { ownerId: id, vector } of rows) found.set(id, compactVector(vectorOfBytes(vector)));
      }
      return found;
    },
  };
}
