import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeWithModelOnOne, STAND_IN_KEY } from '../../../lab/model/model-runtime.ts';
import { askAnswer } from '../../domain/learning/answers.ts';
import { anotherProcess } from '../../testing/database/knowledge-rows.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import type { Runtime } from '../runtime.ts';
import { askModel } from './ask-model.ts';
import { JOB_TIMEOUTS, type TimeoutPolicy } from './complete.ts';
import { boundedFetch } from './model-client.ts';
import { isModelUnavailable } from './model-errors.ts';

const PROMPT = 'SECRET-of-the-transcript';

const ask = (on: Runtime, options: { timeouts?: Partial<TimeoutPolicy>; signal?: AbortSignal } = {}) =>
  askModel(on, {
    tenant: freshPrincipal().tenant,
    purpose: 'ask',
    system: 'Answer.',
    user: PROMPT,
    schema: askAnswer,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    timeouts: { ...JOB_TIMEOUTS, waitMs: 2000, ...options.timeouts },
  });

/** Runs `work` as another process: rate limits are remembered for a process. */
async function inAnotherProcess(runtime: Runtime, work: (other: Runtime) => Promise<void>): Promise<void> {
  const other = anotherProcess(runtime);
  try {
    await work(other);
  } finally {
    await other.db.close();
  }
}

describeWithModelOnOne('a learning model that fails', (runtime, model) => {
  const printed: unknown[] = [];
  beforeAll(() => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    for (const method of ['debug', 'info', 'warn', 'error', 'log'] as const) {
      vi.spyOn(console, method).mockImplementation((...args) => void printed.push(args));
    }
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it.each([
    [401, 'the endpoint refuses the API key (401): Incorrect API key: [REDACTED api_key]'],
    [404, 'the endpoint does not know the model or the address (404): Incorrect API key: [REDACTED api_key]'],
  ])('with status %i is unavailable at once', async (status, reason) => {
    const before = model().calls.length;
    model().fail('ask', { status, message: `Incorrect API key: ${STAND_IN_KEY}` });
    await expect(ask(runtime())).rejects.toMatchObject({
      name: 'ModelUnavailable',
      reason,
      message: `learning model unavailable: ${reason}`,
      retryAfterSeconds: 30,
    });
    expect(model().calls.length - before).toBe(1);
  });

  it.each([
    ['status 500', () => model().fail('ask', { status: 500, times: 1 })],
    ['a body that is not valid JSON', () => model().garbled('ask', '{"choices": [', 1)],
  ])('once with %s is asked again', async (_, program) => {
    const before = model().calls.length;
    program();
    await expect(ask(runtime())).resolves.toMatchObject({ evidence: [] });
    expect(model().calls.length - before).toBe(2);
  });

  it.each([
    ['dropped connections', 'the endpoint cannot be reached (UND_ERR_SOCKET)', () => model().drop()],
    ['no JSON', 'the endpoint does not answer in JSON', () => model().garbled('ask', 'Bad gateway')],
  ])('with %s again is unavailable', async (_, reason, program) => {
    program();
    await expect(ask(runtime())).rejects.toMatchObject({ name: 'ModelUnavailable', reason });
  });

  it.each([
    ['answers', 7, 'ModelUnusable'],
    ['refuses too', 100, 'ModelUnavailable'],
  ])('is asked a plain question after a refusal in every form, which it %s', async (_, times, name) => {
    await inAnotherProcess(runtime(), async (other) => {
      model().fail('*', { status: 400, message: 'something is wrong', times });
      await expect(ask(other)).rejects.toMatchObject({ name });
    });
  });

  it('is unusable where its reply has no end', async () => {
    model().garbled('ask', JSON.stringify({ choices: [], filler: 'x'.repeat(3_000_000) }));
    await expect(ask(runtime())).rejects.toMatchObject({
      name: 'ModelUnusable',
      problem: 'the reply is too long',
    });
  });

  it('is unavailable where it takes longer than the time-out, and is not asked again', async () => {
    const before = model().calls.length;
    model().latency(5000);
    const timeouts = { timeoutMs: 500 };
    await expect(ask(runtime(), { timeouts })).rejects.toMatchObject({
      name: 'ModelUnavailable',
      reason: 'no answer within 0.5 seconds',
    });
    expect(model().calls.length - before).toBe(1);
  });

  it('is told apart by every copy of this code in one process', async () => {
    await ask(runtime());
    vi.resetModules();
    const copy = await import('./ask-model.ts');
    expect(copy.askModel).not.toBe(askModel);
    model().fail('ask', { status: 401, times: 1 });
    const { tenant } = freshPrincipal();
    const question = { tenant, purpose: 'ask', system: '', user: PROMPT, schema: askAnswer } as const;
    const error: unknown = await copy.askModel(runtime(), question).catch((caught: unknown) => caught);
    expect(isModelUnavailable(error)).toBe(true);
  });

  it('ends with the reason of the signal, no matter what it is doing', async () => {
    const reason = new Error('the job lost its lease');
    model().latency(5000);
    await expect(ask(runtime(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const before = model().calls.length;
    const pending = expect(ask(runtime(), { signal: controller.signal })).rejects.toBe(reason);
    await expect.poll(() => model().calls.length).toBe(before + 1);
    controller.abort(reason);
    await pending;
  });

  it('prints nothing, whatever the environment asks the library for', () => {
    expect(printed).toEqual([]);
  });

  it.each([PROMPT, STAND_IN_KEY])('leaves nothing of prompt or credential in the log: %j', (hidden) => {
    const log = JSON.stringify(runtime().lines);
    expect(log).not.toContain(hidden);
  });
});

describeWithModelOnOne('a provider that limits the rate', (runtime, model) => {
  it('is waited for as long as it says', async () => {
    model().fail('ask', { status: 429, times: 1, retryAfter: 0.3 });
    await inAnotherProcess(runtime(), async (other) => {
      const from = performance.now();
      await expect(ask(other)).resolves.toMatchObject({ evidence: [] });
      expect(performance.now() - from).toBeGreaterThanOrEqual(300);
    });
  });

  it('for longer than anyone waits is unavailable at once, and is left alone meanwhile', async () => {
    model().fail('ask', { status: 429, times: 1, retryAfter: 120 });
    await inAnotherProcess(runtime(), async (other) => {
      const limited = {
        name: 'ModelUnavailable',
        reason: 'the provider limits the rate',
        retryAfterSeconds: 120,
      };
      const before = model().calls.length;
      await expect(ask(other)).rejects.toMatchObject(limited);
      await expect(ask(other)).rejects.toMatchObject(limited);
      expect(model().calls.length - before).toBe(1);
    });
  });

  it('without end is asked five times', async () => {
    model().fail('ask', { status: 429, retryAfter: 0 });
    await inAnotherProcess(runtime(), async (other) => {
      const before = model().calls.length;
      await expect(ask(other)).rejects.toMatchObject({ name: 'ModelUnavailable' });
      expect(model().calls.length - before).toBe(5);
    });
  });

  it('receives eight calls of jobs at once, and callers need not wait for those', async () => {
    model().latency(300);
    const jobs = Array.from({ length: 20 }, () => ask(runtime()));
    await expect.poll(() => model().busiest).toBe(8);
    const before = model().calls.length;
    await ask(runtime(), { timeouts: { queue: 'callers' } });
    expect(model().calls.length - before).toBeLessThan(12);
    await Promise.all(jobs);
    expect(model().busiest).toBeLessThanOrEqual(9);
  });
});

describeWithModelOnOne(
  'a process without a provider',
  (runtime, model) => {
    it('asks nobody', async () => {
      await expect(ask(runtime())).rejects.toMatchObject({ reason: 'no provider is configured' });
      expect(model().calls).toEqual([]);
    });
  },
  { SERVICE_LLM_PROVIDER: 'none' },
);

it('a redirect is not followed', async () => {
  const server = createServer((_, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reply = await boundedFetch(1000)(`http://127.0.0.1:${port}/`);
  expect(reply.status).toBe(307);
  await new Promise((resolve) => server.close(resolve));
});
