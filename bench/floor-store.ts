/** The floor's one insert: a row of the same table and size as a recall writes, through the same client. */
import { clientOf, type Tx } from '../server/platform/db/prisma.ts';

const TEXT = 'x'.repeat(800);

export function floorStore(tx: Tx) {
  const { recall } = clientOf(tx);
  return {
    async insert(id: string): Promise<void> {
      await recall.create({
        data: {
          tenant: 'floor',
          id,
          agentId: 'default',
          query: TEXT,
          holdout: false,
          applied: true,
          skills: TEXT,
          memories: TEXT,
          createdAt: new Date(),
        },
      });
    },
  };
}
