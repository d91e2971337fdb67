import { expect, it } from 'vitest';
import { describeWithModelOnOne, STAND_IN_KEY } from '../../../lab/model/model-runtime.ts';
import { askAnswer } from '../../domain/learning/answers.ts';
import { anotherProcess } from '../../testing/database/knowledge-rows.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { clientOf } from '../db/prisma.ts';
import type { Runtime } from '../runtime.ts';
import { askModel } from './ask-model.ts';

const ANSWER = { answer: 'At six', evidence: ['mem_1'] };
const SECRET = 'SECRET-of-the-answer';

describeWithModelOnOne('a question to the learning model', (runtime, model) => {
  const ask = (on: Runtime = runtime()) =>
    askModel(on, {
      tenant: freshPrincipal().tenant,
      purpose: 'ask',
      system: 'Answer from the evidence.',
      user: 'When does the warehouse close?',
      schema: askAnswer,
    });

  /** Another process, since what an endpoint lacks is remembered for the process. */
  const inAnotherProcess = async (work: (other: Runtime) => Promise<void>) => {
    const other = anotherProcess(runtime());
    try {
      await work(other);
    } finally {
      await other.db.close();
    }
  };

  const callsDuring = async (work: () => Promise<unknown>) => {
    const before = model().calls.length;
    await work();
    return model().calls.slice(before);
  };

  it('is answered in the form that was asked for', async () => {
    model().answer('ask', ANSWER);
    const [call, ...more] = await callsDuring(() => expect(ask()).resolves.toEqual(ANSWER));
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      purpose: 'ask',
      form: 'json_schema',
      authorization: `Bearer ${STAND_IN_KEY}`,
      body: {
        model: 'stand-in',
        reasoning_effort: 'medium',
        max_completion_tokens: 16_000,
        messages: [
          { role: 'system', content: 'Answer from the evidence.' },
          { role: 'user', content: 'When does the warehouse close?' },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'ask', strict: true } },
      },
    });
  });

  it.each([
    ['malformed', 'certainly!', 'the answer is not JSON'],
    ['empty', '', 'the answer is empty'],
    ['of another form', `{"reply": "${SECRET}"}`, 'answer: Invalid input'],
    ['too long', `{"answer": "${'x'.repeat(200_000)}"}`, 'longer than 192000 characters'],
    ['too long in one field', `{"answer": "${'x'.repeat(20_001)}", "evidence": []}`, 'answer: Too big'],
  ])('is asked once more, with the error named, after an answer that is %s', async (_, text, problem) => {
    model().answer('ask', ANSWER);
    model().malformed('ask', text, 1);
    const [, again, ...more] = await callsDuring(() => expect(ask()).resolves.toEqual(ANSWER));
    expect(more).toEqual([]);
    expect(again?.body.messages.at(-1)?.content).toContain(problem);
    const shown = again?.body.messages.filter(({ role }) => role === 'assistant') ?? [];
    expect(shown.map(({ content }) => content)).toEqual([text.slice(0, 8000) || '(no answer)']);
  });

  it('names the token limit where that cut the answer off', async () => {
    model().malformed('ask', '{"answer": "A', 1, 'length');
    const [, again] = await callsDuring(ask);
    expect(again?.user).toContain('cut off at the token limit');
  });

  it('fails with the error, and nothing of the answer, where the second answer is no better', async () => {
    model().malformed('ask', `{"answer": ["a"], "x": "${SECRET}"}`);
    const calls = await callsDuring(async () => {
      await expect(ask()).rejects.toMatchObject({
        name: 'ModelUnusable',
        problem: expect.not.stringContaining(SECRET),
        message: expect.stringContaining('answer: Invalid input'),
      });
    });
    expect(calls).toHaveLength(2);
  });

  it('is given the schema in the prompt once the endpoint was found to ignore it', async () => {
    await inAnotherProcess(async (other) => {
      for (let question = 0; question < 3; question += 1) {
        model().malformed('ask', 'Certainly! Here it is.', 1);
        const [, again] = await callsDuring(() => ask(other));
        expect(again?.user).toContain('It must fit this JSON Schema:');
      }
      const [call] = await callsDuring(() => ask(other));
      expect(call).toMatchObject({ form: 'json_object', status: 200 });
    });
    await clientOf(runtime().db.read).serviceState.deleteMany({ where: { key: 'llm-dialect' } });
  });

  it('is asked in JSON with the schema in the prompt where the endpoint refuses structured output, and so from then on', async () => {
    model().answer('ask', ANSWER);
    model().refuseSchema();
    await inAnotherProcess(async (other) => {
      const calls = await callsDuring(async () => {
        await expect(ask(other)).resolves.toEqual(ANSWER);
        await expect(ask(other)).resolves.toEqual(ANSWER);
      });
      expect(calls.map(({ form, status }) => [form, status])).toEqual([
        ['json_schema', 400],
        ['json_object', 200],
        ['json_object', 200],
      ]);
      expect(calls[1]?.system).toMatch(
        /^Answer from the evidence\.\n.*JSON Schema:\n\{"title":"ask",.*"evidence"/s,
      );
    });
    expect(runtime().lines.findLast(({ event }) => event === 'llm.dialect')).toMatchObject({
      form: 'json_object',
    });
  });

  it.each([SECRET, STAND_IN_KEY, 'warehouse', 'certainly'])(
    'leaves nothing of prompt, answer or credential in the log: %j',
    (hidden) => {
      const log = JSON.stringify(runtime().lines);
      expect(log).not.toContain(hidden);
    },
  );
});
