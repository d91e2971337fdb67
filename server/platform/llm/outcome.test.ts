import { APIConnectionError, APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { withoutRefused } from './capabilities.ts';
import { failureOutcome, retryAfterMs, wasSent } from './outcome.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const outcome = (status: number, message = '', headers: Record<string, string> = {}) =>
  failureOutcome(
    APIError.generate(status, { error: { message } }, undefined, new Headers(headers)),
    1000,
    NOW,
  );

describe('a Retry-After header', () => {
  it.each([
    ['7', 7000],
    ['0.2', 200],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('%j asks for %s ms', (text, wait) => {
    expect(retryAfterMs(new Headers({ 'retry-after': text }), NOW)).toBe(wait);
  });
});

describe('a failed request', () => {
  it.each([
    [401, '', 'failed'],
    [404, '', 'failed'],
    [307, '', 'failed'],
    [400, 'json_schema is not supported', 'refused'],
    [422, '', 'refused'],
    [400, '"code":"context_length_exceeded"', 'spoiled'],
    [413, '', 'spoiled'],
    [429, '', 'limited'],
    [429, '"code":"insufficient_quota"', 'failed'],
    [500, '', 'shaken'],
  ])('with status %i (%s) is %s', (status, message, kind) => {
    expect(outcome(status, message).kind).toBe(kind);
  });

  it('is told in words that repeat nothing of the endpoint', () => {
    const told = [401, 404, 500, 413, 429].map((status) => JSON.stringify(outcome(status, 'SECRET')));
    expect(told.join()).not.toContain('SECRET');
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
    expect(() => failureOutcome(bug, 1000, NOW)).toThrow(bug);
  });
});

describe('capabilities', () => {
  const full = { schema: true, effort: true, bound: 'max_completion_tokens' } as const;

  it('gives up what a refusal names, else structured output, else nothing', () => {
    expect(withoutRefused(full, "Unrecognized argument 'reasoning_effort'")).toEqual({
      ...full,
      effort: false,
    });
    expect(withoutRefused(full, 'use max_tokens, not max_completion_tokens')).toEqual({
      ...full,
      bound: 'max_tokens',
    });
    expect(withoutRefused(full, 'no')).toEqual({ ...full, schema: false });
    expect(withoutRefused({ ...full, schema: false }, 'no')).toBeNull();
  });
});
