/** Each convention in which instrumentations write down a run, and what does not depend on the order of spans. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aRun, exportOf, type SpanOf, traceIdOf } from '../../testing/trace-spans.ts';
import type { EpisodeIn } from '../episodes/episode-in.ts';
import { assembleEpisode } from './assemble-episode.ts';
import { extractTrace } from './extract-trace.ts';
import { traceExportSchema } from './otlp.ts';
import { redactTrace } from './redact-trace.ts';
import { spansOf } from './span.ts';
import { mergeStates, type TraceState } from './trace-state.ts';

function stateOf(spans: SpanOf[]): TraceState {
  return extractTrace(spansOf(traceExportSchema.parse(exportOf(spans))).spans);
}

function episodeOf(spans: SpanOf[]): EpisodeIn {
  return assembleEpisode(traceIdOf('trace'), stateOf(spans));
}

const chat = { 'gen_ai.operation.name': 'chat' };
const model = (attributes: SpanOf['attributes'], more: Partial<SpanOf> = {}): SpanOf => ({
  id: 2,
  parent: 1,
  at: 10,
  attributes: { ...chat, ...attributes },
  ...more,
});
const json = (value: unknown) => JSON.stringify(value);

const RAIN = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Rain?' },
  { role: 'assistant', content: '[weather({"city":"Bern"})]' },
  { role: 'tool', content: 'rain' },
  { role: 'assistant', content: 'Yes.' },
];
const CALLS = [{ name: 'weather', arguments: { city: 'Bern' }, result: 'rain', error: null }];
const ARGUMENTS = '{"city":"Bern"}';

/** The same model call in every convention; tools have no spans of their own. */
const DIALECTS: Record<string, SpanOf> = {
  'the current message attributes': model({
    'gen_ai.system_instructions': json([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.input.messages': json([
      { role: 'user', parts: [{ type: 'text', content: 'Rain?' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c', name: 'weather', arguments: { city: 'Bern' } }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', result: 'rain' }] },
    ]),
    'gen_ai.output.messages': json([
      { role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }], finish_reason: 'stop' },
    ]),
  }),
  'the same on an event': model(
    {},
    {
      events: [
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: {
            'gen_ai.system_instructions': json([{ type: 'text', content: 'Be brief.' }]),
            'gen_ai.input.messages': json([
              { role: 'user', parts: [{ type: 'text', content: 'Rain?' }] },
              {
                role: 'assistant',
                parts: [{ type: 'tool_call', id: 'c', name: 'weather', arguments: ARGUMENTS }],
              },
              { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'rain' }] },
            ]),
            'gen_ai.output.messages': json([
              { role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }] },
            ]),
          },
        },
      ],
    },
  ),
  'numbered prompts and completions': model({
    'gen_ai.prompt.0.role': 'system',
    'gen_ai.prompt.0.content': 'Be brief.',
    'gen_ai.prompt.1.role': 'user',
    'gen_ai.prompt.1.content': 'Rain?',
    'gen_ai.prompt.2.role': 'assistant',
    'gen_ai.prompt.2.tool_calls.0.id': 'c',
    'gen_ai.prompt.2.tool_calls.0.name': 'weather',
    'gen_ai.prompt.2.tool_calls.0.arguments': ARGUMENTS,
    'gen_ai.prompt.3.role': 'tool',
    'gen_ai.prompt.3.content': 'rain',
    'gen_ai.prompt.3.tool_call_id': 'c',
    'gen_ai.completion.0.role': 'assistant',
    'gen_ai.completion.0.content': 'Yes.',
    'gen_ai.completion.0.finish_reason': 'stop',
  }),
  'events of the span': model(
    {},
    {
      events: [
        { name: 'gen_ai.system.message', attributes: { content: 'Be brief.' } },
        { name: 'gen_ai.user.message', attributes: { content: 'Rain?' } },
        {
          name: 'gen_ai.assistant.message',
          attributes: {
            tool_calls: json([
              { id: 'c', type: 'function', function: { name: 'weather', arguments: ARGUMENTS } },
            ]),
          },
        },
        { name: 'gen_ai.tool.message', attributes: { id: 'c', content: 'rain' } },
        {
          name: 'gen_ai.choice',
          attributes: {
            index: 0,
            finish_reason: 'stop',
            message: json({ role: 'assistant', content: 'Yes.' }),
          },
        },
        {
          name: 'gen_ai.choice',
          attributes: { index: 1, message: json({ role: 'assistant', content: 'No.' }) },
        },
      ],
    },
  ),
  OpenInference: {
    id: 2,
    parent: 1,
    at: 10,
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': 'Be brief.',
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.contents.0.message_content.type': 'text',
      'llm.input_messages.1.message.contents.0.message_content.text': 'Rain?',
      'llm.input_messages.2.message.role': 'assistant',
      'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'c',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'weather',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': ARGUMENTS,
      'llm.input_messages.3.message.role': 'tool',
      'llm.input_messages.3.message.content': 'rain',
      'llm.input_messages.3.message.tool_call_id': 'c',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Yes.',
    },
  },
  'the Vercel AI SDK': {
    id: 2,
    parent: 1,
    at: 10,
    attributes: {
      'ai.operationId': 'ai.streamText.doStream',
      'ai.prompt.messages': json([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'weather', input: { city: 'Bern' } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c', output: { type: 'text', value: 'rain' } }],
        },
      ]),
      'ai.response.text': 'Yes.',
    },
  },
  'content blocks of Anthropic': model({
    'gen_ai.input.messages': json([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c', name: 'weather', input: { city: 'Bern' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'rain' }] }],
      },
    ]),
    'gen_ai.output.messages': json([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }]),
  }),
  'the raw request and response': {
    id: 2,
    parent: 1,
    at: 10,
    attributes: {
      'openinference.span.kind': 'LLM',
      'input.value': json({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Rain?' },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: ARGUMENTS } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'rain' },
        ],
      }),
      'output.value': json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' } }] }),
    },
  },
};

describe('a model call is read', () => {
  it.each(Object.keys(DIALECTS))('from %s', (name) => {
    const span = DIALECTS[name];
    const { messages, tool_calls, task } = episodeOf(span === undefined ? [] : [span]);
    expect({ messages, tool_calls, task }).toEqual({ messages: RAIN, tool_calls: CALLS, task: 'Rain?' });
  });
});

describe('a tool call', () => {
  const asked = model({
    'gen_ai.input.messages': json([{ role: 'user', content: 'Rain?' }]),
    'gen_ai.output.messages': json([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', function: { name: 'weather', arguments: ARGUMENTS } }],
      },
    ]),
  });
  const tool = (attributes: SpanOf['attributes'], more: Partial<SpanOf> = {}): SpanOf => ({
    id: 3,
    parent: 1,
    at: 20,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather', ...attributes },
    ...more,
  });

  it('with a span of its own is told once, by its id', () => {
    const own = tool({ 'gen_ai.tool.call.id': 'c', 'gen_ai.tool.call.result': 'rain' });
    expect(episodeOf([asked, own]).tool_calls).toEqual(CALLS);
  });

  it('with a span that does not know its id is told once, by name and arguments', () => {
    const own = tool({ 'input.value': ' {"city": "Bern"}', 'output.value': 'rain' });
    expect(episodeOf([asked, own]).tool_calls).toEqual(CALLS);
    const other = tool({ 'input.value': '{"city":"Rom"}', 'output.value': 'sun' });
    expect(episodeOf([asked, other]).tool_calls).toHaveLength(2);
  });

  it('that two spans tell of is one', () => {
    const [outer, inner] = [
      tool({ 'gen_ai.tool.call.id': 'c', 'gen_ai.tool.call.arguments': ARGUMENTS }),
      tool({ 'gen_ai.tool.call.id': 'c', 'gen_ai.tool.call.result': 'rain' }, { id: 4, parent: 3, at: 21 }),
    ];
    expect(episodeOf([outer, inner]).tool_calls).toEqual(CALLS);
  });

  it('that failed has the error and no made-up result', () => {
    const own = tool({ 'gen_ai.tool.call.id': 'c', 'output.value': 'error: no net' }, { failed: 'no net' });
    expect(episodeOf([asked, own])).toMatchObject({
      tool_calls: [{ name: 'weather', arguments: { city: 'Bern' }, result: null, error: 'no net' }],
      outcome: 'unknown',
    });
  });

  it('of an earlier turn of the conversation is no call of this run', () => {
    const later = model({
      'gen_ai.input.messages': json([
        { role: 'user', content: 'Rain?' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'old', function: { name: 'weather', arguments: ARGUMENTS } }],
        },
        { role: 'tool', tool_call_id: 'old', content: 'rain' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Thanks!' },
      ]),
      'gen_ai.output.messages': json([{ role: 'assistant', content: 'Welcome.' }]),
    });
    const episode = episodeOf([later]);
    expect(episode.tool_calls).toEqual([]);
    expect(episode).toMatchObject({ task: 'Thanks!' });
    expect(episode.messages).toHaveLength(6);
  });

  it('that occurs twice without an id is told twice', () => {
    const call = { function: { name: 'weather', arguments: ARGUMENTS } };
    const twice = model({
      'gen_ai.input.messages': json([
        { role: 'user', content: 'Rain?' },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', content: 'rain' },
      ]),
      'gen_ai.output.messages': json([{ role: 'assistant', tool_calls: [call] }]),
    });
    expect(
      episodeOf([asked, twice]).tool_calls.filter(({ name }) => name === 'weather').length,
    ).toBeGreaterThan(1);
  });
});

describe('of a run', () => {
  it('whose messages nobody wrote down, the input and output of the root are all', () => {
    const root: SpanOf = {
      id: 1,
      attributes: {
        'openinference.span.kind': 'CHAIN',
        'input.value': json({ question: 'Rain?' }),
        'output.value': 'Yes.',
      },
    };
    const episode = episodeOf([root]);
    expect(episode).toMatchObject({
      task: 'Rain?',
      messages: [
        { role: 'user', content: 'Rain?' },
        { role: 'assistant', content: 'Yes.' },
      ],
    });
  });

  it('the agent is one whose name is an agent id', () => {
    const named = (name: string) =>
      episodeOf([{ id: 1, attributes: { 'openinference.span.kind': 'AGENT', 'agent.name': name } }]).scope
        ?.agent_id;
    expect(named('team/bot:1@x')).toBe('team/bot:1@x');
    expect(named('Customer support agent')).toBe('default');
  });

  it.each([
    ['ai.telemetry.metadata.sessionId', 's'],
    ['session.id', 's'],
    ['gen_ai.conversation.id', 's'],
    ['metadata', json({ session_id: 's' })],
    ['traceloop.association.properties.session_id', 's'],
  ])('the session is read from %s', (key, value) => {
    expect(episodeOf([model({ [key]: value })]).session_id).toBe('s');
  });
});

describe('what is known of a trace', () => {
  const parts = aRun('trace', { recall_id: 'rc' }).map((span) => stateOf([span]));
  const pick = fc.subarray(parts, { minLength: 1 }).map((some) => some.reduce(mergeStates));

  it('is the same however it is put together', () => {
    fc.assert(
      fc.property(pick, pick, pick, (a, b, c) => {
        expect(mergeStates(a, b)).toEqual(mergeStates(b, a));
        expect(mergeStates(a, mergeStates(b, c))).toEqual(mergeStates(mergeStates(a, b), c));
        expect(mergeStates(a, a)).toEqual(a);
      }),
    );
  });

  it('is the same where each part is redacted alone', () => {
    const together = redactTrace(parts.reduce(mergeStates));
    expect(parts.map(redactTrace).reduce(mergeStates)).toEqual(together);
  });

  it('is bounded where one span tells of thousands of calls', () => {
    const calls = Array.from({ length: 3000 }, (_, index) => ({
      id: `c${index}`,
      function: { name: 'x', arguments: '{}' },
    }));
    const state = stateOf([
      model({ 'gen_ai.output.messages': json([{ role: 'assistant', tool_calls: calls }]) }),
    ]);
    expect(state.asked.entries).toHaveLength(1000);
    expect(mergeStates(state, state)).toEqual(state);
  });

  it('is bounded, and the bound does not depend on the order', () => {
    const spans = Array.from(
      { length: 1200 },
      (_, index): SpanOf => ({
        id: index + 1,
        at: index,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': `t${index}` },
      }),
    );
    const states = spans.map((span) => stateOf([span]));
    const [first, second] = [states.slice(0, 700), states.slice(700)].map((some) => some.reduce(mergeStates));
    if (first === undefined || second === undefined) throw new Error('there are two halves');
    const whole = stateOf(spans);
    expect(whole.tools.entries).toHaveLength(1000);
    expect(mergeStates(second, first)).toEqual(whole);
    expect(mergeStates(first, second)).toEqual(whole);
  });
});
