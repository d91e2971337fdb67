/** Runs on the Claude Agent SDK: which prompts are runs, what a run takes from the messages, and what stays as it was. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Options, query } from '../../testing/frameworks/claude-agent-sdk.ts';
import { FINAL_ANSWER, type StandInProvider, startProvider } from '../../testing/stand-in-provider.ts';
import { emptyRecall } from '../recall.ts';
import { Whetstone } from '../whetstone.ts';
import { whetstoneQuery } from './claude-agent-sdk.ts';

const recalled: { query: string; skip_served_by?: string[] }[] = [];
const moments: object[] = [];
/** What the rule of the recall says of calls, and whether it blocks. */
let rule = { tool: 'get_order', blocks: false };
const recorded: { task: string; [key: string]: unknown }[] = [];
const client = new Whetstone({
  url: 'http://127.0.0.1:1',
  fetch: async (_input, init) => {
    const body = JSON.parse(await new Response(init?.body ?? null).text());
    if (Array.isArray(body)) {
      recorded.push(...body);
      return Response.json({ episodes: body });
    }
    const reply = { ...emptyRecall(null), recall_id: 'rc_1' };
    if (body.moment !== undefined) {
      moments.push(body.moment);
      const skills = [{ bullets: [{ id: 'bl_1', section: 'steps', content: 'x', blocks: rule.blocks }] }];
      return Response.json({ ...reply, instructions: 'look twice', skills });
    }
    recalled.push(body);
    const triggers = [
      { rule_id: 'bl_1', skill_id: 'sk_1', applies_when: [{ tool: rule.tool }], blocks: false },
    ];
    return Response.json({ ...reply, instructions: 'what is known', triggers });
  },
});
const learned = whetstoneQuery(query, { client });

let provider: StandInProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => {
  recalled.length = 0;
  moments.length = 0;
  rule = { tool: 'get_order', blocks: false };
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
type Hooks = Partial<Record<'UserPromptSubmit' | 'PreToolUse' | 'PreCompact', { hooks: HookCall[] }[]>>;

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
});

describe('before a call of a tool', () => {
  /** What the hooks say of a call, after a prompt and perhaps a result that was an error. */
  async function beforeCall(name: string, says: unknown[] = []) {
    const controller = new AbortController();
    const answers: unknown[] = [];
    async function* calls(given: { prompt: string; options: { hooks?: Hooks } }) {
      const call = async (event: keyof Hooks, input: object) => {
        for (const { hooks } of given.options.hooks?.[event] ?? [])
          for (const hook of hooks)
            answers.push(await hook({ hook_event_name: event, ...input }, undefined, controller));
      };
      await call('UserPromptSubmit', { prompt: given.prompt, source: 'sdk' });
      for (const message of says) yield message;
      await call('PreToolUse', { tool_name: name, tool_input: { order: 7 } });
    }
    await readAll(whetstoneQuery(calls, { client })({ prompt: 'look up an order', options: {} }));
    return answers.at(-1);
  }

  it('the agent is told the rules that apply, and asks a person where one blocks', async () => {
    const told = { hookEventName: 'PreToolUse', additionalContext: 'look twice' };
    expect(await beforeCall('get_order')).toEqual({ hookSpecificOutput: told });
    rule = { tool: 'get_*', blocks: true };
    expect(await beforeCall('get_order')).toEqual({
      hookSpecificOutput: { ...told, permissionDecision: 'ask', permissionDecisionReason: 'look twice' },
    });
    const tool = { name: 'get_order', arguments: { order: 7 } };
    expect(moments[0]).toEqual({ recall_id: 'rc_1', tool, last_error: null });
  });

  it('the error before it is told, and nothing is asked where no rule may apply', async () => {
    const call = { type: 'tool_use', id: 't1', name: 'get_order', input: {} };
    const failed = { type: 'tool_result', tool_use_id: 't1', content: 'locked', is_error: true };
    await beforeCall('get_order', [
      { type: 'assistant', parent_tool_use_id: null, message: { content: [call] } },
      { type: 'user', parent_tool_use_id: null, message: { content: [failed] } },
    ]);
    expect(moments).toMatchObject([{ last_error: 'locked' }]);
    expect(await beforeCall('send_mail')).toEqual({});
    expect(moments).toHaveLength(1);
  });
});
