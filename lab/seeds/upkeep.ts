/** Days of usage and failed jobs of a tenant, for what administrators look after. */

import type { Tenant } from '../../e2e/support/tenants.ts';
import { DAY_MS } from '../../server/domain/time.ts';
import { clientOf } from '../../server/platform/db/prisma.ts';
import { besideGateway } from '../gateway/beside-gateway.ts';
import { call } from './changesets.ts';

interface Upkeep {
  tenant: string;
  usage: { day: string; purpose: string; calls: number; inputTokens: number; outputTokens: number }[];
  failed: {
    id: string;
    kind: 'reflect' | 'curate' | 'evolve' | 'embed';
    agentId: string;
    skillId: string | null;
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
  const jobs = failed.map(({ id, kind, agentId, skillId, error }, index) => {
    const at = new Date(now - index * 60_000);
    return {
      ...{ tenant, id, kind, agentId, skillId, lastError: error },
      ...{ key: `${kind}:${tenant}:${id}`, status: 'failed', attempts: 5 },
      ...{ runAt: at, createdAt: at, updatedAt: at },
    };
  });
  await besideGateway(databaseUrl, async ({ db: { read } }) => {
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
      error: 'ServiceError: unavailable: the learning model answered 503 five times',
    },
    {
      ...{ id: `job_e_${tenant}`, kind: 'evolve', agentId: 'support', skillId: 'sk_01k9f3m2qa' },
      error: 'ModelAnswerError: the answer was no JSON of the expected form: <b>not bold</b>',
    },
    {
      ...{ id: `job_c_${tenant}`, kind: 'curate', agentId: 'warehouse-routing-agent', skillId: null },
      error: 'TimeoutError: the operation was aborted due to timeout',
    },
  ];
  await insert(databaseUrl, { tenant, usage: [], failed });
}

/** Learning errors: the model since yesterday, and one of reflection that has another reason. */
export async function insertFaults(databaseUrl: string, tenant: string): Promise<void> {
  const [lastAt, firstAt] = [new Date(Date.now() - 60_000), new Date(Date.now() - DAY_MS)];
  const message = 'ModelUnavailable: learning model unavailable: the endpoint refuses the API key (401)';
  await besideGateway(databaseUrl, async ({ db: { read } }) => {
    await clientOf(read).learningFault.createMany({
      data: [
        { tenant, kind: 'model', message, times: 41, firstAt, lastAt },
        {
          tenant,
          kind: 'reflect',
          message: 'Error: a run could not be read <b>not bold</b>',
          times: 1,
          firstAt,
          lastAt: firstAt,
        },
      ],
    });
  });
}

// What administrators find in a tenant that is in use: keys, a user's data, and an audit log of both.

/** A key of the tenant by the API; answers with its id and the raw key. */
export async function addKey(target: Tenant, name: string, scopes: string[]) {
  return await call<{ id: string; key: string }>(target, 'POST', '/v1/admin/api-keys', { name, scopes });
}

/**
 * Everything that an erasure reaches: two memories and so a profile, two episodes, one feedback, one recall.
 */
export async function rememberUser(target: Tenant, userId: string): Promise<void> {
  const scope = { agent_id: 'support', user_id: userId };
  await call(target, 'POST', '/v1/memories', {
    ...{ content: 'Prefers to be called after six', kind: 'preference', scope },
  });
  await call(target, 'POST', '/v1/memories', {
    ...{ content: 'Lives in the old town of Bergen', kind: 'fact', scope },
  });
  await recordRun(target, userId);
  const { episode_id } = await recordRun(target, userId);
  await call(target, 'POST', '/v1/feedback', { episode_id, score: 1, source: 'user' });
  await call(target, 'POST', '/v1/recall', { query: 'Refund order 1001', scope });
}

export async function recordRun(target: Tenant, userId: string): Promise<{ episode_id: string }> {
  const scope = { agent_id: 'support', user_id: userId };
  const run = { task: 'Refund order 1001', outcome: 'success', scope };
  return await call<{ episode_id: string }>(target, 'POST', '/v1/episodes', run);
}

// Sets what only time and a learning model could bring about: tags of rules.

interface Figures {
  rules?: { id: string; helpful: number; harmful: number }[];
}

export async function setFigures(
  { databaseUrl, tenant = 'dev' }: { databaseUrl: string; tenant?: string },
  { rules = [] }: Figures,
): Promise<void> {
  await besideGateway(databaseUrl, async ({ db: { read } }) => {
    const client = clientOf(read);
    for (const { id, ...tags } of rules)
      await client.bullet.updateMany({ where: { tenant, id }, data: tags });
  });
}
