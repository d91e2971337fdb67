/** What an endpoint understands, learned from the words by which real ones refuse. */
import { describe, expect, it } from 'vitest';
import {
  afterRefusal,
  type Dialect,
  FULL_DIALECT,
  isContextRefusal,
  statedContext,
  withoutSuspect,
  withSuspect,
} from './dialect.ts';
import { listedContext } from './model-client.ts';

const SENT = 16_000;

describe('a refusal that names a part', () => {
  it.each<[string, Partial<Dialect>]>([
    ["Unsupported parameter: 'reasoning_effort' is not supported with this model.", { effort: false }],
    ['"qwen2.5:7b" does not support thinking', { effort: false }],
    ["response_format of type 'json_schema' is not supported with this model", { form: 'json_object' }],
    ['System role not supported', { system: false }],
    ["Unknown parameter: 'max_completion_tokens'", { bound: 'max_tokens' }],
    [
      'max_tokens is too large: 16000. This model supports at most 4096 completion tokens.',
      { maxAnswer: 4096 },
    ],
  ])('%s', (words, change) => {
    expect(afterRefusal(FULL_DIALECT, words, SENT)).toEqual({ ...FULL_DIALECT, ...change });
  });
});

describe('a refusal that names nothing', () => {
  it('costs one part after the other, the least harmful first, and nothing is left in the end', () => {
    const tried: Dialect[] = [];
    let dialect: Dialect | null = FULL_DIALECT;
    while (dialect !== null && tried.length < 20) {
      tried.push(dialect);
      dialect = afterRefusal(dialect, 'Invalid request', SENT);
    }
    expect(tried.map(({ effort, bound, form, system }) => [effort, bound, form, system])).toEqual([
      [true, 'max_completion_tokens', 'json_schema', true],
      [false, 'max_completion_tokens', 'json_schema', true],
      [false, 'max_tokens', 'json_schema', true],
      [false, 'max_tokens', 'json_object', true],
      [false, 'max_tokens', 'tool', true],
      [false, 'max_tokens', 'text', true],
      [false, 'max_tokens', 'text', false],
    ]);
  });

  it('proves nothing: what was left out is tried again, the first first', () => {
    const suspected = ['one', 'two'].reduce<Dialect>(
      (dialect) => afterRefusal(dialect, 'Invalid request', SENT) ?? dialect,
      FULL_DIALECT,
    );
    expect(withSuspect(suspected)).toMatchObject({ effort: true, bound: 'max_tokens' });
    expect(withSuspect(withoutSuspect(suspected))).toMatchObject({
      ...{ effort: false, bound: 'max_completion_tokens', suspects: [] },
    });
    expect(withSuspect(FULL_DIALECT)).toBeNull();
  });
});

describe('the length of the context', () => {
  it.each<[string, number | null]>([
    ["This model's maximum context length is 8192 tokens. However, you requested 20000 tokens", 8192],
    ['the request exceeds the available context size (4096 tokens), try increasing it', 4096],
    ['request (9000 tokens) exceeds the available context size. n_ctx: 8192', 8192],
    ["This model's maximum prompt length is unknown, context_length_exceeded", null],
  ])('is read from: %s', (words, tokens) => {
    expect(isContextRefusal(words)).toBe(true);
    expect(statedContext(words)).toBe(tokens);
  });

  it('is read from the list of models in the form of each server', () => {
    const read = (fields: object) => listedContext([{ id: 'other' }, { id: 'mine', ...fields }], 'mine');
    expect(read({ max_model_len: 32_768 })).toBe(32_768);
    expect(read({ meta: { n_ctx: 16_384, n_ctx_train: 32_768 } })).toBe(16_384);
    expect(read({ context_length: 128_000 })).toBe(128_000);
    expect(read({ max_context_length: 4096 })).toBe(4096);
    expect(read({ context_length: 'long' })).toBeNull();
    expect(listedContext([{ id: 'alone', n_ctx: 2048 }], 'alias')).toBe(2048);
    expect(listedContext('nothing', 'mine')).toBeNull();
  });
});
