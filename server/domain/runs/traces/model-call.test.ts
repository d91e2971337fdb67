/** Each convention in which instrumentations write down what was said to a model and what it answered. */
import { describe, expect, it } from 'vitest';
import { modelCall, readEpisode, type SpanOf } from '../../../testing/samples/trace-spans.ts';

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

const CURRENT = {
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
};

/** The same model call in every convention; tools have no spans of their own. */
const DIALECTS: Record<string, SpanOf> = {
  'the current message attributes': modelCall(CURRENT),
  'the same on an event': modelCall(
    {},
    { events: [{ name: 'gen_ai.client.inference.operation.details', attributes: CURRENT }] },
  ),
  'numbered prompts and completions': modelCall({
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
  'events of the span': modelCall(
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
  'events with the contents of Gemini': modelCall(
    {},
    {
      events: [
        { name: 'gen_ai.system.message', attributes: { content: 'Be brief.' } },
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: {
            'gen_ai.input.messages': json([
              { role: 'system', content: 'Be brief.' },
              { content: { role: 'user', parts: [{ text: 'Rain?' }] } },
              {
                content: {
                  role: 'model',
                  parts: [{ function_call: { id: 'c', name: 'weather', args: { city: 'Bern' } } }],
                },
              },
              {
                content: {
                  role: 'user',
                  parts: [{ function_response: { id: 'c', name: 'weather', response: { result: 'rain' } } }],
                },
              },
            ]),
            'gen_ai.output.messages': json([{ content: { role: 'model', parts: [{ text: 'Yes.' }] } }]),
          },
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
  'content blocks of Anthropic': modelCall({
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
    const { messages, tool_calls, task } = readEpisode(span === undefined ? [] : [span]);
    expect({ messages, tool_calls, task }).toEqual({ messages: RAIN, tool_calls: CALLS, task: 'Rain?' });
  });
});
