/**
 * Writes a tenant as large as the dashboard is to be quick with straight into the database: through the API it would take
 * an hour. Half of the changesets wait. Reads SCALE.
 */

import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { createdIn, type SkillRow } from './scale-rows.ts';

interface Order {
  tenant: string;
  skills: number;
  changesets: number;
}

const CHUNK = 500;
const { tenant, skills, changesets } = JSON.parse(process.env.SCALE ?? '') as Order;
const db = openDatabase(readConfig(process.env).database);

async function inChunks<T>(rows: readonly T[], insert: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) await insert(rows.slice(start, start + CHUNK));
}

const made = createdIn(tenant, { skills, changesets });
await db.write(async (tx) => {
  const client = clientOf(tx);
  await inChunks<SkillRow>(made.skills, (data) => client.skill.createMany({ data }));
  await inChunks(made.versions, (data) => client.skillVersion.createMany({ data }));
  await inChunks(made.bullets, (data) => client.bullet.createMany({ data }));
  await inChunks(made.changesets, (data) => client.changeset.createMany({ data }));
  await inChunks(made.targets, (data) => client.changesetTarget.createMany({ data }));
});
// Rows come by the day, not by the thousand; by then the planner knows what a table holds.
await clientOf(db.read).$executeRawUnsafe('ANALYZE');
await db.close();
