/**
 * Gives rules the verdicts that reflection would have counted, in a process beside the gateway: without a learning model
 * there is no other way to them. Reads VERDICTS.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';

/** What is counted for the rule of an id. */
export interface Verdicts {
  id: string;
  helpful: number;
  harmful: number;
  neutral: number;
  used: number;
}

const db = openDatabase(readConfig(process.env).database);
const verdicts = JSON.parse(process.env.VERDICTS ?? '[]') as Verdicts[];
for (const { id, ...counts } of verdicts) {
  await clientOf(db.read).bullet.updateMany({ where: { tenant: 'dev', id }, data: counts });
}
await db.close();
