/**
 * An agent on the plain `openai` client that learns: the one added thing is the `fetch`. Try it with
 * OPENAI_BASE_URL, OPENAI_API_KEY, WHETSTONE_URL, WHETSTONE_API_KEY and WHETSTONE_AGENT set:
 *   node client/examples/openai.ts "look up order 1042"
 */
import OpenAI from 'openai';
// In a project of your own: import { whetstoneFetch } from 'whetstone/openai';
import { whetstoneFetch } from '../src/adapters/openai-fetch.ts';

const openai = new OpenAI({ fetch: whetstoneFetch() });

const tools: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_order', parameters: { type: 'object', properties: {} } } },
];

const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'system', content: 'You help with orders.' },
  { role: 'user', content: process.argv[2] ?? 'look up order 1042' },
];

for (let step = 0; step < 5; step += 1) {
  const { choices } = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages, tools });
  const message = choices[0]?.message;
  if (message === undefined) break;
  messages.push(message);
  if (message.tool_calls === undefined) {
    process.stdout.write(`${message.content}\n`);
    break;
  }
  for (const { id } of message.tool_calls) {
    messages.push({ role: 'tool', tool_call_id: id, content: '{"order":"1042","state":"shipped"}' });
  }
}
