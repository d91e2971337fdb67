import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANSWERS, lessonsAnswer, type Purpose } from '../../domain/learning/answers.ts';
import recording from '../../testing/samples/recorded-replies.json' with { type: 'json' };
import { parseReplyText, readAnswer, readReply, readUsage } from './read-reply.ts';

const MEANT = 'Capture the payment first';
const LESSON = { skill: 'refunds', section: 'steps', content: MEANT, issue: '', keywords: [], episodes: [] };
const ANSWER = JSON.stringify({ summary: 'It failed', lessons: [LESSON], memories: [] });

const usage = (fields: Record<string, unknown>) => readUsage({ usage: fields });

describe('the usage of a reply', () => {
  it('counts uncached and cached input', () => {
    const details = (cached_tokens: number) => ({ prompt_tokens_details: { cached_tokens } });
    expect(usage({ prompt_tokens: 100, completion_tokens: 7, ...details(60) })).toEqual({
      ...{ input: 100, output: 7, estimated: false },
    });
    expect(usage({ prompt_tokens: 40, completion_tokens: 7, ...details(60) })).toEqual({
      ...{ input: 100, output: 7, estimated: false },
    });
    expect(usage({ prompt_tokens: 40, completion_tokens: 7 })).toMatchObject({ input: 40, output: 7 });
  });

  it.each([-5, 1e300, Number.NaN, '12', null, 0.5])('takes the count %s for nothing', (count) => {
    expect(usage({ prompt_tokens: count, completion_tokens: 7 })).toMatchObject({ input: 0, output: 7 });
  });

  it.each([
    null,
    'text',
    {},
    { usage: null },
    { usage: 7 },
    { usage: { prompt_tokens: 0, completion_tokens: 0 } },
  ])('is unknown in %j', (reply) => {
    expect(readUsage(reply)).toBeNull();
  });
});

describe('the texts of a reply', () => {
  const choice = (message: unknown, finish_reason = 'stop') => ({ choices: [{ message, finish_reason }] });

  it.each([
    ['text', { content: 'a' }, ['a']],
    [
      'parts of text',
      { content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }] },
      ['ab'],
    ],
    ['a tool call', { content: null, tool_calls: [{ function: { name: 'x', arguments: '{}' } }] }, ['{}']],
    ['a tool call with an object', { tool_calls: [{ function: { arguments: { n: 1 } } }] }, ['{"n":1}']],
    ['reasoning', { content: '', reasoning_content: 'a' }, ['a']],
    ['thinking beside the answer', { content: 'a', thinking: 'b' }, ['a', 'b']],
    ['nothing', { content: null }, []],
  ])('are found in %s', (_, message, texts) => {
    expect(readReply(choice(message))).toEqual({ texts, cut: false, refused: false });
  });

  it('may be cut off or refused', () => {
    expect(readReply(choice({ content: '{' }, 'length'))).toMatchObject({ cut: true });
    expect(readReply(choice({ content: null, refusal: 'no' }))).toMatchObject({ refused: true, texts: [] });
    expect(readReply(choice({ content: null }, 'content_filter'))).toMatchObject({ refused: true });
  });

  it.each(['<html>', null, {}, { error: { message: 'no' } }, { choices: [{}] }, { choices: [] }])(
    'are missing in %j',
    (reply) => {
      expect(readReply(reply)).toBeNull();
    },
  );

  it('are put together from a stream that nobody asked for', () => {
    const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      event({ choices: [{ delta, finish_reason }] });
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    const text = `${chunk({ role: 'assistant' })}${chunk({ content: '{"n":' })}: ping\n\n${chunk({ content: '1}' }, 'length')}${event({ choices: [], usage })}data: [DONE]\n\n`;
    const reply = parseReplyText(text);
    expect(readReply(reply)).toEqual({ texts: ['{"n":1}'], cut: true, refused: false });
    expect(readUsage(reply)).toMatchObject({ input: 3, output: 2 });
    expect(parseReplyText('<html></html>')).toBeUndefined();
  });
});

describe('an answer', () => {
  const schema = z.object({
    n: z.number(),
    kind: z.enum(['steps', 'notes']).nullish(),
    words: z.array(z.string()).nullish(),
    items: z.array(z.object({ flag: z.boolean() })).optional(),
  });
  const read = (text: string, options: { cut?: boolean } = {}) =>
    readAnswer({ texts: text === '' ? [] : [text], cut: false, refused: false, ...options }, schema, 200);

  it.each([
    '{"n":1}',
    ' {"n":1}\n',
    '```json\n{"n":1}\n```',
    'Here it is: {"n":1}. Good luck!',
    '<think>so</think>{"n":1}',
    '<think>{"n":7} or {x}?</think>{"n":1}',
    'The call was {"order":"7"}.\n</think>\n{"n":1}',
    'I looked at {task}. {"n":1} Note: {"order":"7"} was left out.',
    '{"n":1,}',
    '{ // a count\n "n": 1 }',
    "{'n': 1}",
    '{"answer":{"n":1}}',
    '{"N":"1"}',
  ])('is found in %j', (text) => {
    expect(read(text)).toMatchObject({ ok: true, answer: { n: 1 } });
  });

  it('is taken as it is plainly meant', () => {
    expect(read('{"n":1,"kind":"Steps","words":"refund, capture","items":{"flag":"true"}}')).toEqual({
      ...{ ok: true, answer: { n: 1, kind: 'steps', words: ['refund', 'capture'], items: [{ flag: true }] } },
    });
  });

  it.each([
    ['the final one of two', `Draft: {"summary":"so"} Final: ${ANSWER}`, [MEANT]],
    ['a call as text', `{"name":"reflect","arguments":${JSON.stringify(ANSWER)}}`, [MEANT]],
    ['thinking alone', `<think>${ANSWER}</think>`, [MEANT]],
    ['a list under another name', ANSWER.replace('"lessons"', '"learned"'), [MEANT]],
    ['rules as texts', '{"summary":"","lessons":["Capture it first"],"memories":[]}', ['Capture it first']],
    ['no name of a skill', ANSWER.replace('"refunds"', '""'), [MEANT]],
    ['a skill in place of its name', ANSWER.replace('"refunds"', '{"name":"refunds"}'), [MEANT]],
  ])('of a reflection is found in %s', (_, text, contents) => {
    const found = readAnswer({ texts: [text], cut: false, refused: false }, lessonsAnswer, 10_000);
    expect(found).toMatchObject({ ok: true, answer: { lessons: contents.map((content) => ({ content })) } });
  });

  it('without the items that do not fit is another one, unless none would be left', () => {
    const faulty = { ...LESSON, content: '' };
    const answer = (lessons: object[]) => ({
      ...{ texts: [JSON.stringify({ summary: '', lessons, memories: [] })], cut: false, refused: false },
    });
    const part = (lessons: object[]) =>
      readAnswer(answer(lessons), lessonsAnswer, 10_000, { dropsFaulty: true });
    expect(readAnswer(answer([faulty, LESSON]), lessonsAnswer, 10_000)).toMatchObject({ ok: false });
    expect(part([faulty, LESSON, { ...faulty, skill: 7 }])).toMatchObject({
      ...{ ok: true, answer: { lessons: [{ content: MEANT }] } },
    });
    expect(part([{ ...LESSON, applies_when: 'before a refund' }])).toMatchObject({ ok: true });
    expect(part([faulty])).toMatchObject({ ok: false });
  });

  it('with an operation names its kind by the key of another name', () => {
    const texts = ['{"rationale":"","operations":[{"type":"ADD","skill":"refunds","content":"Capture it"}]}'];
    expect(readAnswer({ texts, cut: false, refused: false }, ANSWERS.curate, 1000)).toMatchObject({
      ...{ ok: true, answer: { ops: [{ op: 'add', skill: 'refunds' }] } },
    });
  });

  it.each([
    ['90 %', 0.9],
    ['9/10', 0.9],
    ['0.9', 0.9],
  ])('has the score %s', (score, value) => {
    const texts = [JSON.stringify({ candidate_score: score, baseline_score: 0, reason: '' })];
    expect(readAnswer({ texts, cut: false, refused: false }, ANSWERS.judge_skill, 1000)).toMatchObject({
      ...{ ok: true, answer: { candidate_score: value } },
    });
  });

  it('is looked for where there is no text', () => {
    const texts = ['Looking at the run.', '{"n":1}'];
    expect(readAnswer({ texts, cut: false, refused: false }, schema, 100)).toMatchObject({ ok: true });
  });

  it.each([
    ['', 'the answer is empty'],
    ['{"n":', 'the answer is not JSON'],
    ['none', 'the answer is not JSON'],
    ['{"n":"SECRET"}', 'n: Invalid input: expected number, received string'],
    ['["SECRET"]', 'Invalid input: expected object, received array'],
    [`{"n":1,"x":"${'y'.repeat(200)}"}`, 'the answer is longer than 200 characters'],
  ])('that is %j has an error that repeats nothing of it', (text, problem) => {
    expect(read(text)).toMatchObject({ ok: false, problem });
  });

  it('is found under keys of the model’s own', () => {
    expect(read('{"thoughts":"so","answer":{"n":1,"words":["refund"]}}')).toMatchObject({ ok: true });
  });

  it('that was cut off is not repaired', () => {
    expect(read('{"n":1,"words":["refund","cap', { cut: true })).toMatchObject({
      ...{ ok: false, problem: 'the answer was cut off at the token limit' },
    });
  });
});

describe('the replies recorded of a real small model', () => {
  const read = recording.replies.map(({ name, purpose, reply }) => {
    const schema: z.ZodType = purpose === 'reflect' ? lessonsAnswer : ANSWERS[purpose as Purpose];
    const texts = readReply(reply);
    if (texts === null) throw new Error('a recorded reply is a chat completion');
    return [name, readAnswer(texts, schema, 20_000)] as const;
  });

  it('are answers, but for a score out of its bounds', () => {
    expect(read.filter(([, { ok }]) => !ok).map(([name]) => name)).toEqual(['score above 1']);
  });

  it('teach what they say', () => {
    const lessons = read.flatMap(([, answer]) => {
      const parsed = lessonsAnswer.safeParse(answer.ok ? answer.answer : null);
      return parsed.success ? [parsed.data.lessons.length] : [];
    });
    expect(lessons).toEqual([1, 5, 0]);
  });
});
