/** The tool calls of a run, each told once wherever it is written down, and whose run it is. */
import { describe, expect, it } from 'vitest';
import { modelCall, readEpisode, type SpanOf } from '../../../testing/samples/trace-spans.ts';

const json = (value: unknown) => JSON.stringify(value);

const CALLS = [{ name: 'weather', arguments: { city: 'Bern' }, result: 'rain', error: null }];
const ARGUMENTS = '{"city":"Bern"}';

describe('the tokens of a run', () => {
  const told = (input: number, output: number) => ({
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
  });

  it('are those of its model calls, each counted once, and not what an agent around them sums up', () => {
    const [first, second] = [modelCall(told(100, 20)), { ...modelCall(told(300, 40)), id: 9 }];
    const agent: SpanOf = {
      id: 8,
      attributes: { 'gen_ai.operation.name': 'invoke_agent', ...told(400, 60) },
    };
    const { metadata } = readEpisode([first, agent, second, first]);
    expect(metadata.usage).toEqual({ input_tokens: 400, output_tokens: 60 });
  });
});

describe('a tool call', () => {
  const asked = modelCall({
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
    expect(readEpisode([asked, own]).tool_calls).toEqual(CALLS);
  });

  it('with a span that does not know its id is told once, by name and arguments', () => {
    const own = tool({ 'input.value': ' {"city": "Bern"}', 'output.value': 'rain' });
    expect(readEpisode([asked, own]).tool_calls).toEqual(CALLS);
    const other = tool({ 'input.value': '{"city":"Rom"}', 'output.value': 'sun' });
    expect(readEpisode([asked, other]).tool_calls).toHaveLength(2);
  });

  it('that failed has the error and no made-up result', () => {
    const own = tool({ 'gen_ai.tool.call.id': 'c', 'output.value': 'error: no net' }, { failed: 'no net' });
    expect(readEpisode([asked, own])).toMatchObject({
      tool_calls: [{ name: 'weather', arguments: { city: 'Bern' }, result: null, error: 'no net' }],
      outcome: 'unknown',
    });
  });

  it('of an earlier turn of the conversation is no call of this run', () => {
    const later = modelCall({
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
    const episode = readEpisode([later]);
    expect(episode.tool_calls).toEqual([]);
    expect(episode).toMatchObject({ task: 'Thanks!' });
    expect(episode.messages).toHaveLength(6);
  });
});
