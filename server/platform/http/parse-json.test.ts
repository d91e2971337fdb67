import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isServiceError } from '../errors.ts';
import { parseJson } from './parse-json.ts';

function problemOf(bytes: Buffer): unknown {
  try {
    parseJson(bytes);
  } catch (error) {
    return isServiceError(error) ? error.problems?.[0] : error;
  }
  return 'accepted';
}

describe('parsing a body', () => {
  it('reads any JSON value that is not nested too deeply', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes an empty body for none, and passes over a byte order mark', () => {
    expect(parseJson(Buffer.alloc(0))).toBeUndefined();
    expect(parseJson(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([['{"a":'], ['nothing'], ['{"a":1}}'], ["{'a':1}"]])('refuses %s as json_invalid', (text) => {
    expect(problemOf(Buffer.from(text))).toMatchObject({ loc: ['body'], type: 'json_invalid' });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(problemOf(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ type: 'json_invalid' });
  });

  it('refuses bottomless nesting without recursing into it', () => {
    expect(problemOf(Buffer.from('['.repeat(2_000_000)))).toMatchObject({ type: 'json_invalid' });
    expect(problemOf(Buffer.from(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`))).toMatchObject({
      type: 'json_invalid',
    });
    expect(problemOf(Buffer.from(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe('accepted');
  });

  it('does not count brackets inside of strings, escaped quotes included', () => {
    const text = JSON.stringify({ a: `${'['.repeat(500)}\\"${'{'.repeat(500)}` });
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });
});
