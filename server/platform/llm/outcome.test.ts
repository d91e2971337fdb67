import { APIConnectionError, APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { afterRefusal, FULL_DIALECT, statedContext, withoutSuspect, withSuspect } from './dialect.ts';
import { failureOutcome, retryAfterMs, wasSent } from './outcome.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const outcome = (status: number, message = '', headers: Record<string, string> = {}) =>
  failureOutcome(APIError.generate(status, { error: { message } }, undefined, new Headers(headers)), {
    timeoutMs: 1000,
    now: NOW,
    apiKey: 'key-of-the-endpoint',
  });

describe('a Retry-After header', () => {
  it.each([
    ['7', 7000],
    ['0.2', 200],
    ['0', 0],
    ['-4', 0],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['', null],
  ])('%j asks for %s ms', (text, wait) => {
    expect(retryAfterMs(new Headers({ 'retry-after': text }), NOW)).toBe(wait);
  });
});

describe('a failed request', () => {
  it.each([
    [401, '', 'failed'],
    [403, '', 'failed'],
    [404, '', 'failed'],
    [418, '', 'failed'],
    [307, '', 'failed'],
    [400, 'json_schema is not supported', 'refused'],
    [422, '', 'refused'],
    [400, '"code":"context_length_exceeded"', 'refused'],
    [400, 'content_filter', 'contentError'],
    [413, '', 'refused'],
    [429, '', 'rateLimited'],
    [429, '"code":"insufficient_quota"', 'failed'],
    [408, '', 'transientError'],
    [500, '', 'transientError'],
    [500, 'failed to parse grammar', 'refused'],
    [404, 'No endpoints found that support tool use', 'refused'],
    [503, '', 'transientError'],
  ])('with status %i (%s) is %s', (status, message, kind) => {
    expect(outcome(status, message).kind).toBe(kind);
  });

  it('is described in the words of the endpoint, without its key and personal data', () => {
    const words = 'Incorrect API key provided: key-of-the-endpoint, ask ada@example.org';
    expect(outcome(401, words)).toEqual({
      kind: 'failed',
      reason:
        'the endpoint refuses the API key (401): Incorrect API key provided: [REDACTED api_key], ask [EMAIL]',
    });
  });

  it('was never sent where no connection was made', () => {
    const failure = (code: string) =>
      new APIConnectionError({
        message: 'x',
        cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
      });
    expect([wasSent(failure('ECONNREFUSED')), wasSent(failure('ENOTFOUND'))]).toEqual([false, false]);
    expect([wasSent(failure('ECONNRESET')), wasSent(new Error('x'))]).toEqual([true, true]);
  });

  it('that is an error of our own passes as it is', () => {
    const bug = new TypeError('bug');
    expect(() => failureOutcome(bug, { timeoutMs: 1000, now: NOW, apiKey: null })).toThrow(bug);
  });
});

describe('the dialect after a refusal', () => {
  it.each([
    ["Unsupported parameter: 'reasoning_effort'", { effort: false }],
    ['"qwen2.5:7b" does not support thinking', { effort: false }],
    ["use 'max_tokens', not max_completion_tokens", { bound: 'max_tokens' }],
    ["response_format of type 'json_schema' is not supported", { form: 'json_object' }],
    ['System role not supported', { system: false }],
    [
      'max_tokens is too large: 16000. This model supports at most 4096 completion tokens.',
      { maxAnswer: 4096 },
    ],
    ['max_completion_tokens must be less than or equal to 8,192', { maxAnswer: 8192 }],
  ])('that says %j leaves out what it names', (words, change) => {
    expect(afterRefusal(FULL_DIALECT, words, 16_000)).toEqual({ ...FULL_DIALECT, ...change });
  });

  it('leaves out the least harmful part first where nothing is named, and ends', () => {
    const tried: unknown[] = [];
    for (
      let dialect = afterRefusal(FULL_DIALECT, 'Invalid request', 16_000);
      dialect !== null;
      dialect = afterRefusal(dialect, 'Invalid request', 16_000)
    ) {
      tried.push(dialect);
    }
    expect(tried).toMatchObject([
      { effort: false },
      { bound: 'max_tokens' },
      { form: 'json_object' },
      { form: 'tool' },
      { form: 'text' },
      { system: false, effort: false, bound: 'max_tokens', form: 'text' },
    ]);
  });

  it('tries again what was only suspected, and leaves it out for good where it is refused', () => {
    const one = afterRefusal(FULL_DIALECT, 'Invalid request', 16_000) ?? FULL_DIALECT;
    const two = afterRefusal(one, 'Invalid request', 16_000) ?? FULL_DIALECT;
    const retried = withSuspect(two) ?? FULL_DIALECT;
    expect(retried).toMatchObject({
      effort: true,
      bound: 'max_tokens',
      suspects: [{ bound: 'max_completion_tokens' }],
    });
    expect(withSuspect(retried)).toEqual(FULL_DIALECT);
    expect(withSuspect(FULL_DIALECT)).toBeNull();
    expect(withoutSuspect(two)).toMatchObject({
      effort: false,
      suspects: [{ bound: 'max_completion_tokens' }],
    });
  });
});

describe('the context that a refusal states', () => {
  it.each([
    ["This model's maximum context length is 8192 tokens. However, you requested 20000 tokens", 8192],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
    ['Requested tokens exceed context window of 2,048', 2048],
    ['context_length_exceeded', null],
  ])('%j', (words, tokens) => {
    expect(statedContext(words)).toBe(tokens);
  });
});
