/** Days of usage and failed jobs of a tenant, for what administrators look after. */
import { DAY_MS } from '../../server/domain/time.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { besideGateway } from './beside-gateway.ts';

interface Upkeep {
  tenant: string;
  usage: { day: string; purpose: string; calls: number; inputTokens: number; outputTokens: number }[];
  failed: {
    id: string;
    kind: 'reflect' | 'curate' | 'evolve' | 'embed';
    agentId: string;
    skillId: string | null;
    items: unknown[];
    error: string;
  }[];
}

const DAYS = 24;
/** What a day costs, about, by purpose. */
const COST = {
  reflect: 48_000,
  curate: 21_000,
  judge_outcome: 15_000,
  memory: 9000,
  evolve: 32_000,
  profile: 4000,
  ask: 6000,
};

async function insert(databaseUrl: string, { tenant, usage, failed }: Upkeep): Promise<void> {
  const now = Date.now();
  const jobs = failed.map(({ id, kind, agentId, skillId, items, error }, index) => {
    const at = new Date(now - index * 60_000);
    return {
      ...{ tenant, id, kind, agentId, skillId, items: JSON.stringify(items), lastError: error },
      ...{ key: `${kind}:${tenant}:${id}`, status: 'failed', attempts: 5 },
      ...{ runAt: at, createdAt: at, updatedAt: at },
    };
  });
  await besideGateway(databaseUrl, async ({ read }) => {
    const client = clientOf(read);
    await client.usageDay.createMany({ data: usage.map((row) => ({ ...row, tenant })) });
    await client.job.createMany({ data: jobs });
  });
}

/** Twenty-four days of usage, the last one today, busier in the week than at its end. */
export async function insertUsage(databaseUrl: string, tenant: string): Promise<void> {
  const usage = Array.from({ length: DAYS }, (_, ago) => {
    const moment = new Date(Date.now() - ago * DAY_MS);
    const day = moment.toISOString().slice(0, 10);
    const weekend = [0, 6].includes(moment.getUTCDay());
    return Object.entries(COST).flatMap(([purpose, cost], index) => {
      if (purpose === 'evolve' && ago % 4 !== 0) return [];
      const wave = 1 + 0.35 * Math.sin(ago * 1.3 + index);
      const tokens = Math.round(cost * wave * (weekend ? 0.25 : 1));
      return [{ day, purpose, calls: 3 + index, inputTokens: tokens, outputTokens: Math.round(tokens / 6) }];
    });
  }).flat();
  await insert(databaseUrl, { tenant, usage, failed: [] });
}

/** Three jobs that failed for good, each of another kind. */
export async function insertFailedJobs(databaseUrl: string, tenant: string): Promise<void> {
  const failed: Upkeep['failed'] = [
    {
      ...{ id: `job_r_${tenant}`, kind: 'reflect', agentId: 'support', skillId: null },
      items: Array.from({ length: 7 }, (_, index) => ({ episode: `ep_01k9f3m2q${index}` })),
      error: 'ServiceError: unavailable: the learning model answered 503 five times',
    },
    {
      ...{ id: `job_e_${tenant}`, kind: 'evolve', agentId: 'support', skillId: 'sk_01k9f3m2qa', items: [] },
      error: 'ModelAnswerError: the answer was no JSON of the expected form: <b>not bold</b>',
    },
    {
      ...{
        id: `job_c_${tenant}`,
        kind: 'curate',
        agentId: 'warehouse-routing-agent',
        skillId: null,
        items: [],
      },
      error: 'TimeoutError: the operation was aborted due to timeout',
    },
  ];
  await insert(databaseUrl, { tenant, usage: [], failed });
}
