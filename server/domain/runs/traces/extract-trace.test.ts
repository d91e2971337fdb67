/** The tool calls of a run, each told once wherever it is written down, and whose run it is. */
import { describe, expect, it } from 'vitest';
import {
  aRun,
  modelCall,
  readEpisode,
  readEpisodes,
  type SpanOf,
} from '../../../testing/samples/trace-spans.ts';

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

describe('a run', () => {
  const agent = (id: number, parent: number | undefined, more: Partial<SpanOf> = {}): SpanOf => ({
    id,
    ...(parent === undefined ? {} : { parent }),
    at: id,
    lasts: 50,
    ...more,
    attributes: { 'gen_ai.operation.name': 'invoke_agent', ...more.attributes },
  });
  const said = (id: number, parent: number, text: string, more: Partial<SpanOf> = {}): SpanOf => ({
    ...modelCall({
      'gen_ai.input.messages': json([{ role: 'user', content: text }]),
      'gen_ai.response.model': 'm',
    }),
    ...{ id, parent, at: id },
    ...more,
  });

  it('is each topmost agent: three under one span of the application are three, and it is none', () => {
    const app: SpanOf = { id: 1, lasts: 900, failed: 'the job stopped', attributes: { 'session.id': 's' } };
    const runs = [10, 20, 30].flatMap((id) => [agent(id, 1), said(id + 1, id, `task ${id}`)]);
    const episodes = readEpisodes([
      app,
      ...runs,
      { id: 40, parent: 1, attributes: { 'gen_ai.operation.name': 'create_agent' } },
    ]);
    expect(episodes.map(({ task, outcome, session_id: session }) => [task, outcome, session])).toEqual(
      [10, 20, 30].map((id) => [`task ${id}`, 'unknown', 's']),
    );
    expect(new Set(episodes.map(({ idempotency_key: key }) => key)).size).toBe(3);
  });

  it('has the agents inside it, with their calls and conversations', () => {
    const [root, ...inner] = aRun('trace');
    const sub = agent(20, 3, { attributes: { 'gen_ai.agent.name': 'specialist' } });
    const episode = readEpisode([
      ...inner,
      sub,
      said(21, 20, 'find the station'),
      ...(root === undefined ? [] : [root]),
    ]);
    expect(episode.scope?.agent_id).toBe('forecaster');
    expect(episode.messages.map(({ content }) => content)).toContain('find the station');
    expect(episode.task).toBe('Is it raining in Bern?');
  });

  it('failed where an agent inside failed last and the run has no answer, whatever the spans around say', () => {
    const failing = agent(2, 1, { failed: 'Max turns exceeded' });
    const around = { id: 1, lasts: 90, attributes: { 'openinference.span.kind': 'AGENT' } };
    expect(readEpisode([around, failing, said(3, 2, 'go')])).toMatchObject({
      outcome: 'failure',
      error: 'Max turns exceeded',
      task: 'go',
    });
    expect(readEpisode([around, failing, said(80, 1, 'go')])).toMatchObject({
      outcome: 'unknown',
      error: null,
    });
  });

  it('of which the first model call failed has its task, its error without the stack, and the model', () => {
    const failed =
      'BadRequestError("no quota")Traceback (most recent call last):\n  File "/lib/x.py", line 1';
    const call = said(2, 1, 'look it up', { failed });
    expect(readEpisode([agent(1, undefined, { failed }), call])).toMatchObject({
      task: 'look it up',
      error: 'BadRequestError: no quota',
      outcome: 'failure',
      model: 'm',
    });
  });

  it('that waits for a person has not failed', () => {
    const waiting = agent(1, undefined, { failed: "GraphInterrupt((Interrupt(value='sure?'),))" });
    expect(readEpisode([waiting, said(2, 1, 'refund it')])).toMatchObject({
      outcome: 'unknown',
      error: null,
    });
  });

  it('has no JSON of arguments as its task', () => {
    const step = { 'openinference.span.kind': 'CHAIN', 'input.value': json({ config: { steps: 3 } }) };
    expect(readEpisode([{ id: 1, attributes: step }])).toMatchObject({ task: null });
  });

  it('of spans whose parents never come is one, and one each for agents that come together', () => {
    const lost = [agent(10, 1), agent(20, 1)].flatMap((span) => [
      span,
      said(span.id + 1, span.id, `task ${span.id}`),
    ]);
    expect(readEpisodes(lost).map(({ task }) => task)).toEqual(['task 10', 'task 20']);
    expect(readEpisodes(lost.slice(0, 2)).map(({ task }) => task)).toEqual(['task 10']);
  });
});
