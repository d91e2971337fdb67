import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { standInSettings } from '../../testing/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../../testing/stand-in-model.ts';
import { DIALECTS } from '../../testing/test-database.ts';
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

describe.each(DIALECTS)('POST /v1/ask (%s)', (dialect) => {
  let model: StandInModel;
  let gateway: TestGateway;
  beforeAll(async () => {
    model = await startStandInModel();
    gateway = await openTestGateway(dialect, standInSettings(model));
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

  it('answers with ids of what it was shown', async () => {
    const memory = await gateway.call('POST', '/v1/memories', {
      body: { content: 'The warehouse closes at six' },
    });
    const { id } = memory.json as { id: string };
    model.answer('ask', { answer: 'At six', evidence: [id, 'mem_unknown'] });
    expect(await ask()).toEqual({
      status: 200,
      json: { answer: 'At six', evidence: [id] },
      retryAfter: null,
    });
  });

  it('answers 503 with Retry-After 30 while the model is unavailable', async () => {
    model.fail('ask', { status: 401, times: 1 });
    expect(await ask()).toEqual({
      status: 503,
      json: { detail: 'learning model unavailable: the endpoint refuses the credential' },
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

  it('is metered, and shown as usage', async () => {
    const { json } = await gateway.call('GET', '/v1/admin/usage');
    expect((json as { purpose: string; calls: number }[]).find(({ purpose }) => purpose === 'ask')).toEqual({
      day: '2026-03-01',
      purpose: 'ask',
      calls: 2,
      input_tokens: model.tokens.input,
      output_tokens: model.tokens.output,
    });
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toContain('service_llm_calls_total{purpose="ask"} 2');
    expect(text).toContain(`service_llm_tokens_total{purpose="ask",kind="input"} ${model.tokens.input}`);
  });
});
