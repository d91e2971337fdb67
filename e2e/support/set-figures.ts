/**
 * Sets what only time and a learning model could bring about, in a process of its own beside the gateway: the hourly course
 * of a canary, tags of rules, tokens spent. Reads FIGURES.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';

/** Evidence of both arms `hoursAgo`. */
interface Point {
  hoursAgo: number;
  incumbentEvidence: number;
  incumbentReward: number;
  candidateEvidence: number;
  candidateReward: number;
}

export interface Figures {
  tenant: string;
  courses?: { experimentId: string; points: Point[] }[];
  rules?: { id: string; helpful: number; harmful: number }[];
  usage?: { purpose: string; calls: number; inputTokens: number; outputTokens: number }[];
}

const HOUR_MS = 3_600_000;

const db = openDatabase(readConfig(process.env).database);
const client = clientOf(db.read);
const now = new Date();
const { tenant, courses = [], rules = [], usage = [] } = JSON.parse(process.env.FIGURES ?? '') as Figures;
for (const { experimentId, points } of courses) {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS);
  const first = Math.max(...points.map(({ hoursAgo }) => hoursAgo));
  const where = { tenant, id: experimentId };
  await client.experiment.updateMany({ where, data: { startedAt: at(first + 1) } });
  const rows = points.map(({ hoursAgo, ...evidence }) => ({
    ...{ tenant, experimentId, at: at(hoursAgo) },
    ...evidence,
  }));
  await client.experimentPoint.createMany({ data: rows });
}
for (const { id, ...tags } of rules) await client.bullet.updateMany({ where: { tenant, id }, data: tags });
const day = now.toISOString().slice(0, 10);
await client.usageDay.createMany({ data: usage.map((row) => ({ tenant, day, ...row })) });
await db.close();
