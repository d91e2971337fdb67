import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { standInSettings } from '../../../lab/model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../../lab/model/stand-in-model.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { DIALECTS } from '../../testing/database/dialects.ts';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { agentsOperations } from './agents.ts';
import { callerFactory, router } from './operation.ts';
import { episodesOperations } from './runs.ts';

const callerOf = callerFactory(router({ ...episodesOperations, ...agentsOperations }));

/** What a rejected call was rejected for, behind tRPC's own error. */
async function causeOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => null,
    (error: Error) => error.cause,
  );
}

describeOnOne('the operations on episodes', (runtime) => {
  it('refuse a batch by the place of its bad item and store nothing of it', async () => {
    const principal = freshPrincipal();
    const episodes = Array.from({ length: 600 }, (_, index) => ({
      task: 'x',
      outcome: index === 499 ? ('great' as 'success') : ('success' as const),
    }));
    const cause = await causeOf(callerOf({ runtime: runtime(), principal }).recordEpisodeBatch({ episodes }));
    expect(cause).toBeInstanceOf(ZodError);
    expect(cause).toMatchObject({ issues: [{ path: ['episodes', 499, 'outcome'] }] });
    expect(await clientOf(runtime().db.read).episode.count({ where: { tenant: principal.tenant } })).toBe(0);
  });

  it('refuse a batch that is too long before they look into it', async () => {
    const caller = callerOf({ runtime: runtime(), principal: freshPrincipal() });
    const episodes = Array.from({ length: 1001 }, () => ({ outcome: 'great' as 'success' }));
    expect(await causeOf(caller.recordEpisodeBatch({ episodes }))).toMatchObject({ kind: 'too_large' });
  });

  it.each([
    { scope: { agent_id: '*' } },
    { session_id: '\uD800' },
    { recall_id: 'x'.repeat(65) },
    { duration_ms: 1.5 },
  ])('refuse the shared namespace and unusable keys in a body: %j', async (sent) => {
    const caller = callerOf({ runtime: runtime(), principal: freshPrincipal() });
    expect(await causeOf(caller.recordEpisode(sent)), JSON.stringify(sent)).toBeInstanceOf(ZodError);
  });
});

describe.each(DIALECTS)('POST /v1/ask (%s)', (dialect) => {
  let model: StandInModel;
  let gateway: TestGateway;
  beforeAll(async () => {
    model = await startStandInModel();
    gateway = await openTestGateway(dialect, standInSettings(model));
    await gateway.call('POST', '/v1/memories', { body: { content: 'The warehouse closes at six' } });
  });
  afterAll(async () => {
    await gateway.close();
    await model.close();
  });

  const ask = async () => {
    const { status, json, headers } = await gateway.call('POST', '/v1/ask', {
      body: { question: 'When does the warehouse close?' },
    });
    return { status, json, retryAfter: headers.get('retry-after') };
  };

  it('answers 503 with Retry-After 30 while the model is unavailable', async () => {
    model.fail('ask', { status: 401, times: 1 });
    expect(await ask()).toEqual({
      status: 503,
      json: { detail: 'learning model unavailable: the endpoint refuses the API key (401)' },
      retryAfter: '30',
    });
  });

  it('answers 429 with Retry-After 3600 once the tokens of the day are used', async () => {
    await clientOf(gateway.runtime.db.read).usageDay.create({
      data: {
        ...{ tenant: 'dev', day: '2026-03-01', purpose: 'reflect', calls: 1 },
        ...{ inputTokens: 5_000_000, outputTokens: 0 },
      },
    });
    gateway.runtime.advance(5000);
    expect(await ask()).toEqual({
      status: 429,
      json: { detail: 'daily learning token budget exceeded' },
      retryAfter: '3600',
    });
  });
});
