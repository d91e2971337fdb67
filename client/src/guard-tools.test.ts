import { describe, expect, it } from 'vitest';
import { guardTools } from './guard-tools.ts';
import { emptyRecall, type Recall } from './recall.ts';
import { Whetstone } from './whetstone.ts';

const skill = { id: 's', name: 's', description: '', version: 1, score: 1, arm: null };
const rule = { id: 'b', section: '', content: 'Ask first', blocks: true };
const BLOCKS: Recall = {
  ...emptyRecall(null),
  instructions: 'Ask first',
  skills: [{ ...skill, bullets: [rule] }],
};

/** A client whose adapter has seen two calls: a rule blocks one of them, and the gateway is silent about the other. */
class Seen extends Whetstone {
  override rulesOf(id: string): Promise<Recall> | null {
    if (id === 'blocked') return Promise.resolve(BLOCKS);
    return id === 'silent' ? new Promise(() => {}) : null;
  }
}
const client = new Seen({ url: 'http://127.0.0.1:1', onError: () => {} });

/** A tool in the form of each framework, and how it is called. */
const execute = () => 'done';
const invoke = () => 'done';
const FORMS: [
  string,
  object,
  (tool: Record<string, (...args: unknown[]) => unknown>, id: string) => unknown,
][] = [
  ['the AI SDK', { execute }, (tool, toolCallId) => tool['execute']?.({}, { toolCallId })],
  ['Mastra', { execute }, (tool, toolCallId) => tool['execute']?.({}, { agent: { toolCallId } })],
  ['LangGraph', { name: 'drop', invoke }, (tool, id) => tool['invoke']?.({ type: 'tool_call', id }, {})],
  [
    'the OpenAI Agents SDK',
    { type: 'function', name: 'drop', invoke },
    (tool, callId) => tool['invoke']?.({}, '{}', { toolCall: { callId } }),
  ],
];

describe.each(FORMS)('a tool of %s', (_name, tool, call) => {
  const called = async (id: string, allow?: () => boolean) => {
    const { drop } = guardTools({ drop: tool }, { client, waitMs: 1, ...(allow ? { allow } : {}) });
    return await Promise.resolve()
      .then(() => call(drop as Parameters<typeof call>[0], id))
      .catch(String);
  };

  it('is run where no rule blocks, at once or when nothing is known in time', async () => {
    expect(await called('other')).toBe('done');
    expect(await called('silent')).toBe('done');
  });

  it('is run where a rule blocks only if a person allows it', async () => {
    expect(await called('blocked')).toContain('a person has to allow this call');
    expect(await called('blocked', () => false)).toContain('it was not run');
    expect(await called('blocked', () => true)).toBe('done');
    const broken = () => {
      throw new Error('nobody is there');
    };
    expect(await called('blocked', broken)).toContain('it was not run');
  });
});

describe('guarded tools', () => {
  it('stream as before, and keep their list', async () => {
    const tool = {
      name: 'drop',
      async *execute() {
        yield 1;
        yield 2;
      },
    };
    const [guarded] = guardTools([tool], { client, waitMs: 1 });
    const run = guarded?.execute as unknown as (...args: unknown[]) => AsyncIterable<number>;
    const pieces = async (toolCallId: string) => await Array.fromAsync(run({}, { toolCallId }));
    expect([await pieces('other'), await pieces('silent')]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await expect(pieces('blocked')).rejects.toThrow('a person has to allow');
  });
});
