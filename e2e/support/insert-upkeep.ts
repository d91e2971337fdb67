/**
 * Writes what no caller of the API can make happen: days of usage and jobs that failed for good, in a process of its own
 * beside the gateway. Reads UPKEEP.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import type { Upkeep } from './upkeep.ts';

const { tenant, usage, failed } = JSON.parse(process.env.UPKEEP ?? '') as Upkeep;
const db = openDatabase(readConfig(process.env).database);
const now = Date.now();
await db.write(async (tx) => {
  const client = clientOf(tx);
  await client.usageDay.createMany({ data: usage.map((row) => ({ ...row, tenant })) });
  await client.job.createMany({
    data: failed.map(({ id, kind, agentId, skillId, items, error }, index) => {
      const at = new Date(now - index * 60_000);
      return {
        ...{ tenant, id, kind, agentId, skillId, items: JSON.stringify(items), lastError: error },
        ...{ key: `${kind}:${tenant}:${id}`, status: 'failed', attempts: 5 },
        ...{ runAt: at, createdAt: at, updatedAt: at },
      };
    }),
  });
});
await db.close();
