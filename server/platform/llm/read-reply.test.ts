import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer, readReply, readUsage } from './read-reply.ts';

const usage = (fields: Record<string, unknown>) => readUsage({ usage: fields });

describe('the usage of a reply', () => {
  it('counts uncached and cached input', () => {
    const details = (cached_tokens: number) => ({ prompt_tokens_details: { cached_tokens } });
    expect(usage({ prompt_tokens: 100, completion_tokens: 7, ...details(60) })).toEqual({
      input: 100,
      output: 7,
    });
    expect(usage({ prompt_tokens: 40, completion_tokens: 7, ...details(60) })).toEqual({
      input: 100,
      output: 7,
    });
    expect(usage({ prompt_tokens: 40, completion_tokens: 7 })).toEqual({ input: 40, output: 7 });
  });

  it.each([-5, 1e300, Number.NaN, '12', null, 0.5])('takes the count %s for nothing', (count) => {
    expect(usage({ prompt_tokens: count, completion_tokens: 7 })).toEqual({ input: 0, output: 7 });
  });

  it.each([null, 'text', {}, { usage: null }, { usage: 7 }])('is unknown in %j', (reply) => {
    expect(readUsage(reply)).toBeNull();
  });
});

describe('the answer in a reply', () => {
  const choice = (message: unknown, finish_reason = 'stop') => ({ choices: [{ message, finish_reason }] });

  it('is text, or parts of text', () => {
    expect(readReply(choice({ content: 'a' }))).toMatchObject({ content: 'a', cut: false, refused: false });
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(readReply(choice({ content: parts }))).toMatchObject({ content: 'ab' });
  });

  it('may be cut off, refused or empty', () => {
    expect(readReply(choice({ content: '{' }, 'length'))).toMatchObject({ cut: true });
    expect(readReply(choice({ content: null, refusal: 'no' }))).toMatchObject({ refused: true, content: '' });
    expect(readReply(choice({ content: null }, 'content_filter'))).toMatchObject({ refused: true });
    expect(readReply({ choices: [] })).toMatchObject({ content: '' });
  });

  it.each(['<html>', null, {}, { error: { message: 'no' } }, { choices: [{}] }])(
    'is missing in %j',
    (reply) => {
      expect(readReply(reply)).toBeNull();
    },
  );
});

describe('an answer', () => {
  const schema = z.object({ n: z.number() });
  const read = (content: string) => readAnswer({ content, cut: false, refused: false }, schema, 100);

  it.each([
    '{"n":1}',
    '```json\n{"n":1}\n```',
    'Here it is: {"n":1}. Good luck!',
    '<think>so</think>{"n":1}',
  ])('is found in %j', (content) => {
    expect(read(content)).toEqual({ ok: true, answer: { n: 1 } });
  });

  it.each([
    ['', 'the answer is empty'],
    ['{"n":', 'the answer is not JSON'],
    ['{"n":"SECRET"}', 'n: Invalid input: expected number, received string'],
    [`{"n":1,"x":"${'y'.repeat(100)}"}`, 'the answer is longer than 100 characters'],
  ])('that is %j has an error that repeats nothing of it', (content, problem) => {
    expect(read(content)).toEqual({ ok: false, problem });
  });
});
