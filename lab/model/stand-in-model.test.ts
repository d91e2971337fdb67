import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ANSWERS, PURPOSES, type Purpose } from '../../server/domain/learning/answers.ts';
import { type StandInModel, startStandInModel } from './stand-in-model.ts';

describe('the stand-in model', () => {
  let model: StandInModel;
  beforeAll(async () => {
    model = await startStandInModel();
  });
  afterEach(() => model.reset());
  afterAll(() => model.close());

  const post = async (path: string, body: unknown) => {
    const response = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const chat = (purpose: Purpose, more: Record<string, unknown> = {}) =>
    post('/chat/completions', {
      model: 'm',
      messages: [
        { role: 'system', content: 'Judge.' },
        { role: 'user', content: 'This run' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: purpose, strict: true, schema: {} } },
      ...more,
    });
  const contentOf = (text: string) =>
    (JSON.parse(text) as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? '';

  it.each(PURPOSES)('answers %s fittingly where nothing is programmed', async (purpose) => {
    const { status, text } = await chat(purpose);
    expect(status).toBe(200);
    expect(ANSWERS[purpose].safeParse(JSON.parse(contentOf(text))).success).toBe(true);
  });

  it('answers a purpose with a value or with what a function makes of the call', async () => {
    model.answer('ask', { answer: 'A', evidence: [] });
    model.answer('profile', ({ user }: { user: string }) => ({ profile: `of ${user}` }));
    expect(contentOf((await chat('ask')).text)).toBe('{"answer":"A","evidence":[]}');
    expect(contentOf((await chat('profile')).text)).toBe('{"profile":"of This run"}');
  });

  it('finds the purpose in the prompt where there is no structured output', async () => {
    const system = 'Judge. Schema:\n{"title":"judge_outcome","type":"object"}';
    await chat('ask', {
      messages: [{ role: 'system', content: system }],
      response_format: { type: 'json_object' },
    });
    expect(model.calls.at(-1)).toMatchObject({ purpose: 'judge_outcome', form: 'json_object' });
  });

  it('fails, garbles and drops as often as told, and then answers', async () => {
    model.fail('ask', { status: 429, times: 1, retryAfter: 7 });
    model.malformed('ask', '{"answer":', 1, 'length');
    model.garbled('*', '<html>', 1);
    const limited = await chat('ask');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    const cut = (await chat('ask')).text;
    expect([contentOf(cut), cut.includes('"finish_reason":"length"')]).toEqual(['{"answer":', true]);
    expect((await chat('ask')).text).toBe('<html>');
    model.drop(1);
    await expect(chat('ask')).rejects.toThrow('fetch failed');
    expect((await chat('ask')).status).toBe(200);
  });

  it('keeps other purposes out of what one was told', async () => {
    model.fail('ask', { status: 500 });
    expect([(await chat('ask')).status, (await chat('reflect')).status]).toEqual([500, 200]);
  });

  it('refuses structured output and fields on request', async () => {
    model.refuseSchema();
    model.refuse('reasoning_effort');
    expect((await chat('ask')).status).toBe(400);
    expect((await chat('ask', { response_format: { type: 'json_object' } })).status).toBe(200);
    const refused = await chat('ask', { response_format: undefined, reasoning_effort: 'low' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('reasoning_effort')]);
  });

  it('counts the tokens of each reply that it sent, and of no other', async () => {
    const before = { ...model.tokens };
    model.fail('ask', { status: 500, times: 1 });
    await chat('ask');
    expect([model.tokens, model.calls.at(-1)]).toMatchObject([before, { status: 500, usage: null }]);
    const { text } = await chat('ask');
    const { usage } = JSON.parse(text) as { usage: { prompt_tokens: number; completion_tokens: number } };
    expect(model.calls.at(-1)).toMatchObject({
      status: 200,
      usage: { input: usage.prompt_tokens, output: usage.completion_tokens },
    });
    expect(model.tokens).toEqual({
      input: before.input + usage.prompt_tokens,
      output: before.output + usage.completion_tokens,
    });
  });

  it('waits before it replies, and counts no reply to a caller who has gone', async () => {
    const before = { ...model.tokens };
    model.latency(300);
    const body = JSON.stringify({ model: 'm', messages: [] });
    const gone = fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(50),
    });
    await expect(gone).rejects.toThrow();
    const from = performance.now();
    await chat('ask');
    expect(performance.now() - from).toBeGreaterThanOrEqual(290);
    expect(model.tokens.input - before.input).toBe(model.calls.at(-1)?.usage?.input);
  });

  it('embeds texts that share words near each other, or as it is told', async () => {
    const embed = async (...input: string[]) => {
      const { text } = await post('/embeddings', { input });
      return (JSON.parse(text) as { data: { embedding: number[] }[] }).data.map(({ embedding }) => embedding);
    };
    const cosine = (a: number[] = [], b: number[] = []) =>
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    const [a, b, c] = await embed('refund the order', 'the order refund', 'water plants');
    expect(cosine(a, b)).toBeCloseTo(1);
    expect(cosine(a, c)).toBeLessThan(0.5);
    model.embed(() => [1, 2]);
    expect(await embed('x')).toEqual([[1, 2]]);
    model.failEmbeddings({ status: 503, times: 1 });
    expect((await post('/embeddings', { input: 'x' })).status).toBe(503);
    expect(model.embedded.at(-2)).toEqual(['x']);
  });
});
