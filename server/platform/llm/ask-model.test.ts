import { expect, it } from 'vitest';
import { askAnswer } from '../../domain/learning/answers.ts';
import { describeWithModel, STAND_IN_KEY } from '../../testing/model-runtime.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { askModel } from './ask-model.ts';

const ANSWER = { answer: 'At six', evidence: ['mem_1'] };

describeWithModel('a question to the learning model', (runtime, model) => {
  const ask = (tenant = freshPrincipal().tenant) =>
    askModel(runtime(), {
      tenant,
      purpose: 'ask',
      system: 'Answer from the evidence.',
      user: 'When does the warehouse close?',
      schema: askAnswer,
    });

  it('is answered in the form that was asked for', async () => {
    model().answer('ask', ANSWER);
    await expect(ask()).resolves.toEqual(ANSWER);
    const call = model().calls.at(-1);
    expect(call).toMatchObject({
      purpose: 'ask',
      form: 'json_schema',
      authorization: `Bearer ${STAND_IN_KEY}`,
      body: {
        model: 'stand-in',
        reasoning_effort: 'medium',
        max_completion_tokens: 16_000,
        response_format: { type: 'json_schema', json_schema: { name: 'ask', strict: true } },
      },
    });
  });
});
