/** What the `openai` adapter puts into a request and keeps of an answer, in the forms that frameworks use. */
import { describe, expect, it } from 'vitest';
import { recordingClient } from '../../testing/recording-client.ts';
import { whetstoneFetch } from './openai-fetch.ts';

/** A model that answers each request with the next of `answers`, and a gateway that always knows `LEARNED`. */
function learning(...answers: object[]) {
  const asked: { [key: string]: unknown }[] = [];
  const { client, recalled, recorded } = recordingClient({ instructions: 'LEARNED' });
  const model = whetstoneFetch({
    client,
    fetch: async (_input, init) => {
      asked.push(JSON.parse(String(init?.body)));
      return Response.json(answers[asked.length - 1] ?? {});
    },
  });
  const post = async (path: string, body: object) =>
    await (await model(`http://model/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  return { client, post, asked, recalled, recorded };
}

const usage = { input_tokens: 10, output_tokens: 3 };
const response = (id: string, ...output: object[]) => ({
  id,
  object: 'response',
  model: 'm-1',
  usage,
  output,
});
const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' };
const seen = { type: 'function_call_output', call_id: 'c1', output: 'seen' };
const message = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});

describe('a chat request', () => {
  const answer = { choices: [{ message: { content: 'done' }, finish_reason: 'stop' }] };
  const user = { role: 'user', content: 'look' };

  it.each([
    ['An error occurred while running the tool. Please try again.', true],
    ['Error: no such order\n Please fix your mistakes.', true],
    ['{"error":"no such order"}', true],
    ['{"error":null,"order":"1042"}', false],
    ['No error was found', false],
  ])('has a tool that failed by its text: %s', async (content, isError) => {
    const { client, post, recorded } = learning(answer);
    const called = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
    const said = { role: 'assistant', content: null, tool_calls: [called] };
    await post('chat/completions', { messages: [user, said, { role: 'tool', tool_call_id: 'c1', content }] });
    await client.flush();
    const result = isError ? { error: content } : { result: content };
    expect(recorded).toMatchObject([{ tool_calls: [{ name: 'look', arguments: '{}', ...result }] }]);
  });

  it('that is answered with an error in its body is recorded as it is', async () => {
    const { client, post, recorded } = learning({ error: { message: 'overloaded' } });
    await post('chat/completions', { messages: [user] });
    await client.flush();
    expect(recorded).toMatchObject([{ error: 'overloaded', outcome: 'unknown' }]);
  });
});

describe.each([
  ['previous_response_id', (id: string) => ({ previous_response_id: id })],
  ['conversation', () => ({ conversation: 'conv_1' })],
  ['conversation as an object', () => ({ conversation: { id: 'conv_1' } })],
])('a conversation that the service remembers by %s', (_name, follows: (id: string) => object) => {
  it('has the text in every request, one record for a run, and its turns in the next query', async () => {
    const { client, post, asked, recalled, recorded } = learning(
      response('r1', call),
      response('r2', message('Shall I?')),
      response('r3', message('Did it.')),
    );
    const tools = { instructions: 'Own', tools: [] };
    const named = 'previous_response_id' in follows('') ? {} : follows('');
    await post('responses', { ...tools, ...named, input: 'look at order 1042' });
    await post('responses', { ...tools, ...follows('r1'), input: [seen] });
    await post('responses', { ...tools, ...follows('r2'), input: 'yes, go ahead' });
    expect(asked.map(({ instructions }) => instructions)).toEqual(Array(3).fill('Own\n\nLEARNED'));
    expect(recalled.map(({ query }) => query)).toEqual([
      'look at order 1042',
      'look at order 1042\nShall I?\nyes, go ahead',
    ]);
    await client.flush();
    expect(recorded).toMatchObject([
      {
        task: 'look at order 1042',
        recall_id: 'rc_1',
        tool_calls: [{ name: 'look', result: 'seen' }],
        metadata: { model: 'm-1', usage: { input_tokens: 20, output_tokens: 6 } },
      },
      { task: 'yes, go ahead', recall_id: 'rc_2', metadata: { model: 'm-1', usage } },
    ]);
  });
});
