/** Messages as SDKs have them become the messages and tool calls of an episode. */
import { describe, expect, it } from 'vitest';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getEpisode, recordEpisode } from './index.ts';

const CITY = '{"city":"Bern"}';
const SECRET = 'jane.doe@example.com';

const OPENAI = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Rain?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'weather', arguments: CITY } },
      { id: 'c2', type: 'function', function: { name: 'shell', arguments: 'date' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c2', content: 'Monday' },
  { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'rain' }] },
  { role: 'assistant', content: ' Yes.\n' },
];

const ANTHROPIC = [
  { role: 'user', content: 'Rain?' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Bern' } },
    ],
  },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 't1',
        is_error: true,
        content: [{ type: 'text', text: 'no station' }, { type: 'image' }],
      },
      { type: 'text', text: 'Go on.' },
    ],
  },
];

describeOnOne('the messages of SDKs', (runtime) => {
  async function stored(sent: object) {
    const who = freshPrincipal();
    const { episode_id } = await recordEpisode(runtime(), who, episodeInSchema.parse(sent));
    const { messages, toolCalls } = await getEpisode(runtime(), who, episode_id);
    return { messages, toolCalls };
  }

  it('of OpenAI become messages and tool calls, parts that are no text a placeholder', async () => {
    expect(await stored({ messages: OPENAI })).toEqual({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Rain?\n[image]\n[audio]' },
        { role: 'assistant', content: '[weather({"city":"Bern"})]\n[shell(date)]' },
        { role: 'tool', content: 'Monday' },
        { role: 'tool', content: 'rain' },
        { role: 'assistant', content: ' Yes.\n' },
      ],
      toolCalls: [
        { name: 'weather', arguments: { city: 'Bern' }, result: 'rain', error: null },
        { name: 'shell', arguments: 'date', result: 'Monday', error: null },
      ],
    });
  });

  it('of Anthropic likewise, and a result with is_error makes its call a failed one', async () => {
    expect(await stored({ messages: ANTHROPIC })).toEqual({
      messages: [
        { role: 'user', content: 'Rain?' },
        { role: 'assistant', content: 'I look.\n[weather({"city":"Bern"})]' },
        { role: 'tool', content: 'no station\n[image]' },
        { role: 'user', content: 'Go on.' },
      ],
      toolCalls: [
        { name: 'weather', arguments: { city: 'Bern' }, result: null, error: 'no station\n[image]' },
      ],
    });
  });

  it('and the list of tool calls count a call once', async () => {
    const { toolCalls } = await stored({
      messages: OPENAI,
      tool_calls: [{ name: 'weather', arguments: 'Bern', result: 'light rain' }, { name: 'other' }],
    });
    expect(toolCalls).toEqual([
      { name: 'weather', arguments: { city: 'Bern' }, result: 'light rain', error: null },
      { name: 'other', arguments: null, result: null, error: null },
      { name: 'shell', arguments: 'date', result: 'Monday', error: null },
    ]);
  });

  it('are redacted and repaired as others are', async () => {
    const messages = [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `ask ${SECRET}` },
          { type: 'text', text: 'a\0b' },
        ],
        tool_calls: [
          { id: 'c', function: { name: 'mail', arguments: `{"to": "${SECRET}", "a": "\\u0000"}` } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: `sent to ${SECRET}` },
    ];
    expect(await stored({ messages })).toEqual({
      messages: [
        { role: 'assistant', content: 'ask [EMAIL]\na\uFFFDb\n[mail({"to":"[EMAIL]","a":"\uFFFD"})]' },
        { role: 'tool', content: 'sent to [EMAIL]' },
      ],
      toolCalls: [
        { name: 'mail', arguments: { to: '[EMAIL]', a: '\uFFFD' }, result: 'sent to [EMAIL]', error: null },
      ],
    });
  });

  it('with tens of thousands of calls are all kept', async () => {
    const at = Array.from({ length: 20_000 }, (_, index) => index);
    const { toolCalls } = await stored({
      messages: [
        { role: 'assistant', tool_calls: at.map((n) => ({ function: { name: 'a', arguments: { n } } })) },
      ],
      tool_calls: at.map((n) => ({ name: 'a', arguments: { n: -1 - n } })),
    });
    expect(toolCalls).toHaveLength(40_000);
  });
});

describe('a message', () => {
  it.each<[object, (string | number)[]]>([
    [{ role: 'user' }, ['messages', 0, 'content']],
    [{ role: 'assistant', tool_calls: [] }, ['messages', 0, 'content']],
    [{ role: 'user', content: 5 }, ['messages', 0, 'content']],
    [{ role: 'user', content: [{ text: 'of no type' }] }, ['messages', 0, 'content', 0]],
    [{ role: 'assistant', tool_calls: [{ id: 'c' }] }, ['messages', 0, 'tool_calls', 0]],
  ])('is refused where something of it would be lost: %j', (message, path) => {
    const { error } = episodeInSchema.safeParse({ messages: [message] });
    expect(error?.issues).toMatchObject([{ path }]);
  });
});
