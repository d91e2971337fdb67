/**
 * Sets what only time and a learning model could bring about: the hourly course of a canary, tags of rules,
 * tokens spent.
 */
import { clientOf } from '../../server/platform/db/prisma.ts';
import { besideGateway } from './beside-gateway.ts';

/** Evidence of both arms `hoursAgo`. */
interface Point {
  hoursAgo: number;
  incumbentEvidence: number;
  incumbentReward: number;
  candidateEvidence: number;
  candidateReward: number;
}

interface Figures {
  courses?: { experimentId: string; points: Point[] }[];
  rules?: { id: string; helpful: number; harmful: number }[];
  usage?: { purpose: string; calls: number; inputTokens: number; outputTokens: number }[];
}

const HOUR_MS = 3_600_000;

type Client = ReturnType<typeof clientOf>;
type Course = NonNullable<Figures['courses']>[number];

async function setCourse(client: Client, tenant: string, { experimentId, points }: Course): Promise<void> {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS);
  const first = Math.max(...points.map(({ hoursAgo }) => hoursAgo));
  const where = { tenant, id: experimentId };
  await client.experiment.updateMany({ where, data: { startedAt: at(first + 1) } });
  const rows = points.map(({ hoursAgo, ...evidence }) => ({
    ...{ tenant, experimentId, at: at(hoursAgo) },
    ...evidence,
  }));
  await client.experimentPoint.createMany({ data: rows });
}

/** Writes the figures of a tenant. */
export async function setFigures(
  { databaseUrl, tenant = 'dev' }: { databaseUrl: string; tenant?: string },
  { courses = [], rules = [], usage = [] }: Figures,
): Promise<void> {
  await besideGateway(databaseUrl, async ({ read }) => {
    const client = clientOf(read);
    for (const course of courses) await setCourse(client, tenant, course);
    for (const { id, ...tags } of rules)
      await client.bullet.updateMany({ where: { tenant, id }, data: tags });
    const day = new Date().toISOString().slice(0, 10);
    await client.usageDay.createMany({ data: usage.map((row) => ({ tenant, day, ...row })) });
  });
}
