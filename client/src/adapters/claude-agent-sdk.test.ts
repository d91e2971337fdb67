/** Runs on the Claude Agent SDK: which prompts are runs, what a run takes from the messages, and what stays as it was. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Message, type Options, query } from '../../testing/frameworks/claude-agent-sdk.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { emptyRecall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import { whetstoneQuery } from './claude-agent-sdk.ts';

const recalled: { query: string; skip_served_by?: string[] }[] = [];
const recorded: { task: string; [key: string]: unknown }[] = [];
const client = new Whetstone({
  url: 'http://127.0.0.1:1',
  fetch: async (_input, init) => {
    const body = JSON.parse(await new Response(init?.body ?? null).text());
    if (Array.isArray(body)) {
      recorded.push(...body);
      return Response.json({ episodes: body });
    }
    recalled.push(body);
    return Response.json({ ...emptyRecall(null), recall_id: 'rc_1', instructions: 'what is known' });
  },
});
const learned = whetstoneQuery(query, { client });

let provider: StandInProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => {
  recalled.length = 0;
  recorded.length = 0;
});
afterAll(() => provider.close());

const options = (more: Partial<Options> = {}): Options => ({
  ...{ model: 'm', systemPrompt: 'You help.', ...more },
  standIn: {
    ...{ baseURL: provider.url, maxRetries: 0 },
    tools: [{ name: 'get_order', run: async () => 'shipped' }],
  },
});

async function readAll(messages: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

/** A query that gives these messages after its prompt. */
async function* scripted(given: { prompt: string; options: { hooks?: Options['hooks'] }; says: unknown[] }) {
  const { prompt, says } = given;
  const { signal } = new AbortController();
  const input = {
    hook_event_name: 'UserPromptSubmit' as const,
    session_id: 's',
    prompt,
    source: 'sdk' as const,
  };
  for (const matcher of given.options.hooks?.UserPromptSubmit ?? [])
    for (const hook of matcher.hooks) await hook(input, undefined, { signal });
  for (const message of says) {
    if (message instanceof Error) throw message;
    yield message;
  }
}
const learnedScript = whetstoneQuery(scripted, { client });

type HookCall = (input: object, id: undefined, more: { signal: AbortSignal }) => Promise<unknown>;
type Hooks = Partial<Record<'UserPromptSubmit' | 'PreCompact', { hooks: HookCall[] }[]>>;

const text = (said: string, more: object = {}) => ({
  ...{ type: 'assistant', parent_tool_use_id: null, ...more },
  message: { model: 'stand-in', content: [{ type: 'text', text: said }] },
});

describe('the runs of a query', () => {
  it('are one for each prompt that somebody asks, and each recall knows the turns before it', async () => {
    async function* prompts() {
      yield { text: 'look up an order' };
      yield { text: 'a note of the system', source: 'system' as const };
      yield { text: 'and another one' };
    }
    await readAll(learned({ prompt: prompts(), options: options() }));
    await client.flush();
    expect(recalled.map(({ query }) => query)).toEqual([
      'look up an order',
      `look up an order\n${FINAL_ANSWER}\nand another one`,
    ]);
    expect(recorded).toMatchObject([
      { task: 'look up an order', tool_calls: [{ name: 'get_order', result: 'shipped' }] },
      { task: 'and another one', messages: [{ role: 'user' }, { content: FINAL_ANSWER }] },
    ]);
  });

  it('name the recalls that stand in the conversation, until it is summarized', async () => {
    const { signal } = new AbortController();
    async function* conversation({ options: { hooks } }: { options: { hooks?: Hooks } }) {
      for (const event of [
        'UserPromptSubmit',
        'UserPromptSubmit',
        'PreCompact',
        'UserPromptSubmit',
      ] as const) {
        const input = { hook_event_name: event, session_id: 's', prompt: 'look', source: 'sdk' };
        for (const { hooks: all } of hooks?.[event] ?? [])
          for (const hook of all) await hook(input, undefined, { signal });
      }
      yield text('Done.');
    }
    await readAll(whetstoneQuery(conversation, { client })({ options: {} }));
    await client.flush();
    expect(recalled.map(({ skip_served_by }) => skip_served_by)).toEqual([undefined, ['rc_1'], undefined]);
  });

  it('end where their reader leaves, with what was read', async () => {
    for await (const message of learned({ prompt: 'look up an order', options: options() }))
      if (message.type === 'user') break;
    await client.flush();
    expect(recorded).toMatchObject([
      { messages: [{ role: 'user' }], tool_calls: [{ name: 'get_order', result: 'shipped' }] },
    ]);
    expect(recorded[0]).not.toHaveProperty('error');
  });

  it('have what the agent said on its way, and nothing of its subagents', async () => {
    const says = [
      text('I look.'),
      text('I am another.', { parent_tool_use_id: 'toolu_9' }),
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }] } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] } },
      text('Done.'),
      { type: 'result', subtype: 'success', is_error: false, result: 'Done.', usage: { output_tokens: 2 } },
      { type: 'something new' },
      null,
    ];
    expect(await readAll(learnedScript({ prompt: 'look', options: {}, says }))).toEqual(says);
    await client.flush();
    expect(recorded).toMatchObject([
      {
        messages: [{ role: 'user' }, { content: 'I look.' }, { content: 'Done.' }],
        tool_calls: [{ name: 'Read', result: 'seen' }],
        metadata: { model: 'stand-in', usage: { input_tokens: 0, output_tokens: 2 } },
      },
    ]);
  });

  it.each([
    { ends: 'breaks', last: new Error('the process ended'), error: 'the process ended' },
    {
      ends: 'gives an error',
      last: { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['a', 'b'] },
      error: 'a; b',
    },
  ])('fail where the SDK $ends', async ({ last, error }) => {
    await readAll(learnedScript({ prompt: 'look', options: {}, says: [text('I look.'), last] })).catch(
      () => undefined,
    );
    await client.flush();
    expect(recorded).toMatchObject([{ error, messages: [{ role: 'user' }, { content: 'I look.' }] }]);
  });
});

describe('a query that learns', () => {
  it('calls the hooks that it has, and adds what is known to what they add', async () => {
    const own = async () => ({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit' as const, additionalContext: 'my own' },
    });
    await readAll(
      learned({ prompt: 'look', options: options({ hooks: { UserPromptSubmit: [{ hooks: [own] }] } }) }),
    );
    expect(provider.prompts.at(-1)?.find(({ role }) => role === 'user')?.content).toBe(
      'look\n\nmy own\n\nwhat is known',
    );
  });

  it('has the methods of the SDK’s own', async () => {
    const messages = learned({ prompt: 'look', options: options() });
    expect(await messages.supportedModels()).toEqual(['m']);
    const first: IteratorResult<Message, void> = await messages.next();
    expect(first.value).toMatchObject({ type: 'system' });
    expect(await messages.return()).toEqual({ value: undefined, done: true });
    expect(await messages.next()).toEqual({ value: undefined, done: true });
  });
});
