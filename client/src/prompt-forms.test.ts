/** The forms in which agents take their task, and where what was learned goes in each. */
import { describe, expect, it } from 'vitest';
import { taskOf, withInstructions } from './prompt-forms.ts';
import { emptyRecall } from './recall.ts';

describe('the arguments of a function with learning', () => {
  const recall = { ...emptyRecall(null), instructions: 'LEARNED' };
  const asked = { role: 'user', content: 'bake' };
  const answered = { role: 'assistant', content: 'how?' };
  const system = { role: 'system', content: 'LEARNED' };
  /** As LangChain makes them: the role is a method's answer. */
  const human = Object.assign(Object.create({ getType: () => 'human' }), { content: 'bake' });
  const parts = [{ role: 'user', parts: [{ text: 'bake' }] }];
  const ui = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'bake' }] }];
  const block = { type: 'text', text: 'LEARNED' };
  const cases: [string, unknown[], unknown[]][] = [
    ['a text', ['bake'], ['LEARNED\n\nbake']],
    ['a context and a task', [{ db: 1 }, 'bake'], [{ db: 1 }, 'LEARNED\n\nbake']],
    ['{system, prompt}', [{ system: 'Own', prompt: 'bake' }], [{ system: 'Own\n\nLEARNED', prompt: 'bake' }]],
    ['messages', [[asked, answered, asked]], [[system, asked, answered, asked]]],
    [
      'messages below a system prompt',
      [{ messages: [{ role: 'system', content: 'Own' }, asked] }],
      [{ messages: [{ role: 'system', content: 'Own\n\nLEARNED' }, asked] }],
    ],
    [
      '{system, messages} with blocks',
      [{ system: [{ type: 'text', text: 'Own' }], messages: [asked] }],
      [{ system: [{ type: 'text', text: 'Own' }, block], messages: [asked] }],
    ],
    [
      'messages for Claude',
      [{ model: 'claude-x', messages: [asked] }],
      [{ model: 'claude-x', messages: [asked], system: 'LEARNED' }],
    ],
    [
      '{contents} of parts',
      [{ contents: parts }],
      [{ contents: [{ role: 'user', parts: [{ text: 'LEARNED' }, { text: 'bake' }] }] }],
    ],
    ['{contents} of texts', [{ contents: ['bake'] }], [{ contents: ['LEARNED', 'bake'] }]],
    [
      '{instructions, input}',
      [{ instructions: 'Own', input: 'bake' }],
      [{ instructions: 'Own\n\nLEARNED', input: 'bake' }],
    ],
    ['messages of LangChain', [{ messages: [human] }], [{ messages: [system, human] }]],
    [
      'messages of parts',
      [{ messages: ui }],
      [{ messages: [{ id: '1', role: 'user', parts: [block, { type: 'text', text: 'bake' }] }] }],
    ],
  ];

  it.each(cases)('%s: the task is seen, the text goes where a model reads it', (_name, args, given) => {
    const before = JSON.stringify(args);
    expect(taskOf(...args)).toBe('bake');
    expect(withInstructions(recall, ...args)).toEqual(given);
    expect(JSON.stringify(args)).toBe(before);
  });

  it.each([
    [[]],
    [[7]],
    [[{ query: 'bake' }]],
    [[[]]],
    [[['a', 'b', 'c']]],
    [[{ messages: [answered] }]],
    [['']],
  ])('hold no task: %j', (args) => {
    expect(taskOf(...args)).toBe('');
    expect(withInstructions(recall, ...args)).toEqual(args);
  });
});
