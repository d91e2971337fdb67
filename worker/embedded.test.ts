/**
 * The product as it is started by `npm start`: one process that serves, learns, and waits for its model to
 * come back.
 */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type GatewayProcess, startGateway } from '../lab/gateway/gateway-process.ts';
import { describeWithEmbeddingsOnOne, standInSettings, storedVectors } from '../lab/model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../lab/model/stand-in-model.ts';
import { readConfig } from '../server/platform/config/config.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { authorSkill } from '../server/skills/index.ts';
import { DIALECTS } from '../server/testing/database/dialects.ts';
import { putMemories } from '../server/testing/database/knowledge-rows.ts';
import { cloneDatabase, type TestDatabase } from '../server/testing/database/test-database.ts';
import { eventually } from '../server/testing/eventually.ts';
import { pass, removeJobs } from '../server/testing/jobs/jobs.ts';
import { RULE, TASK, teachRule } from '../server/testing/jobs/reflect-job.ts';
import { ask, names } from '../server/testing/samples/said-memories.ts';
import { skillIn } from '../server/testing/samples/skill-history.ts';
import { freshPrincipal } from '../server/testing/test-runtime.ts';
import { startEmbeddedWorker } from './embedded.ts';

describe.each(DIALECTS)('the gateway with its embedded worker (%s)', (dialect) => {
  let stage: { database: TestDatabase; model: StandInModel; gateway: GatewayProcess; db: Database } | null =
    null;

  beforeAll(async () => {
    const database = await cloneDatabase(dialect);
    const model = await startStandInModel();
    const settings = { SERVICE_DATABASE_URL: database.url };
    const gateway = await startGateway({
      ...settings,
      ...standInSettings(model),
      SERVICE_HOLDOUT_RATE: '0',
      SERVICE_REFLECT_DEBOUNCE_SECONDS: '0',
    });
    const db = openDatabase(readConfig({ SERVICE_ENV: 'dev', ...settings }).database);
    stage = { database, model, gateway, db };
  });
  afterAll(async () => {
    await stage?.gateway.end('SIGTERM');
    await stage?.db.close();
    await stage?.model.close();
    await stage?.database.remove();
  });

  const opened = () => {
    if (stage === null) throw new Error('the gateway is started before each suite');
    return stage;
  };

  async function call(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(opened().gateway.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as Record<string, unknown>;
  }

  const instructions = async () => String((await call('/v1/recall', { query: TASK }))['instructions']);

  it('serves in a recall what a failure has taught', async () => {
    teachRule(opened().model);
    expect(await instructions()).toBe('');
    const sent = await call('/v1/episodes', { task: TASK, outcome: 'failure' });
    expect(sent['reflection_scheduled']).toBe(true);
    await eventually('the rule is served', async () => (await instructions()).includes(RULE));
  });
});

describeWithEmbeddingsOnOne('a worker with an embeddings endpoint', (runtime) => {
  it('embeds what was written without one when it starts, and what is written from then on', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await removeJobs(rt);
    await putMemories(rt, who.tenant, { texts: ['Never eats meat', 'Rises at dawn'], agentId: 'other' });
    const worker = await startEmbeddedWorker(rt);
    onTestFinished(() => worker.stop(0));
    await eventually('the memories have vectors', async () => (await storedVectors(rt, who)).length === 2);
    await authorSkill(rt, who, skillIn({ name: 'kubernetes-rollout', description: 'To the cluster' }));
    await pass(rt, 1000);
    await eventually('the skill is found by what it means', async () =>
      names((await ask(rt, who, 'ship it')).skills).includes('kubernetes-rollout'),
    );
    expect(await storedVectors(rt, who)).toHaveLength(3);
  });
});
