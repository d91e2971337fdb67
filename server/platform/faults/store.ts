/** What learning fails with at present: one row a tenant and kind, from the first failure to the next success. */
import { faultMessage } from '../../domain/admin/learning-fault.ts';
import { type Prisma, type Tx, tenantClient } from '../db/tenant-client.ts';

/** A fault; `kind` is `model` or a kind of job. */
type FaultRecord = Omit<Prisma.LearningFaultGetPayload<object>, 'tenant'>;

export function learningFaults(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Counts a failure, whose text becomes the message. One statement, so that any number of processes can. */
    async add(kind: string, text: string, now: Date): Promise<void> {
      await client.$executeRaw`
        INSERT INTO learning_fault (tenant, kind, message, times, first_at, last_at)
        VALUES (${tenant}, ${kind}, ${faultMessage(text)}, 1, ${now}, ${now})
        ON CONFLICT (tenant, kind) DO UPDATE SET
          message = excluded.message, times = learning_fault.times + 1, last_at = excluded.last_at`;
    },
    async has(kind: string): Promise<boolean> {
      return (await client.learningFault.count({ where: { kind } })) > 0;
    },
    async clear(kind: string): Promise<void> {
      await client.learningFault.deleteMany({ where: { kind } });
    },
    /** All of them, the latest first. */
    async list(): Promise<FaultRecord[]> {
      return await client.learningFault.findMany({
        orderBy: [{ lastAt: 'desc' }, { kind: 'asc' }],
        select: { kind: true, message: true, times: true, firstAt: true, lastAt: true },
      });
    },
  };
}
