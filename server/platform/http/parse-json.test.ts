import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isServiceError } from '../errors.ts';
import { EXPORT_LIMITS, parseJson } from './parse-json.ts';

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

  const keyed = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}" : {}`).join(',')}}`;

  it('refuses more keys in one object than are allowed, however deep it lies and whatever else it holds', () => {
    expect(problemOf(Buffer.from(keyed(10_000)))).toBe('accepted');
    const tooMany = {
      loc: ['body'],
      msg: 'an object in the body has more than 10000 keys',
      type: 'json_invalid',
    };
    expect(problemOf(Buffer.from(keyed(10_001)))).toMatchObject(tooMany);
    expect(problemOf(Buffer.from(`[[{"a":${keyed(10_001)}}]]`))).toMatchObject(tooMany);
    expect(problemOf(Buffer.from(`{"a":${keyed(6000)},"b":${keyed(6000)}}`))).toBe('accepted');
  });

  it('refuses more keys in all objects together', () => {
    const many = (objects: number) => Buffer.from(`[${Array(objects).fill(keyed(1000)).join(',')}]`);
    expect(problemOf(many(100))).toBe('accepted');
    expect(problemOf(many(101))).toMatchObject({ msg: 'the body has more than 100000 keys' });
  });

  it.each(['1,', '"",', '"a\\"",', '[],'])(
    'refuses more values, of lists, of objects and of empty ones: %j',
    (value) => {
      const tooMany = { msg: 'the body has more than 500000 values', type: 'json_invalid' };
      expect(problemOf(Buffer.from(`[${value.repeat(600_000)}1]`))).toMatchObject(tooMany);
    },
  );

  it('takes what exporters send, which is keys for the most part', () => {
    const spans = `[${Array.from({ length: 110 }, () => keyed(1000)).join(',')}]`;
    expect(parseJson(Buffer.from(spans), EXPORT_LIMITS)).toHaveLength(110);
    expect(() => parseJson(Buffer.from(keyed(10_001)), EXPORT_LIMITS)).toThrow('keys');
  });

  it('counts nothing inside of strings', () => {
    const text = JSON.stringify({ a: `${':,'.repeat(300_000)}\\"${',:'.repeat(300_000)}`, b: '"' });
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });

  it('does not count brackets inside of strings, escaped quotes included', () => {
    const text = JSON.stringify({ a: `${'['.repeat(500)}\\"${'{'.repeat(500)}` });
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });
});
