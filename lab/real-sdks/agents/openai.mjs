/** An agent on the plain `openai` client, with the `fetch`. Responses go on from what the service remembers. */
import OpenAI from 'openai';
import { whetstoneFetch } from 'whetstone/openai';
import {
  DESCRIPTION,
  getOrder,
  isResponses,
  isStreamed,
  learning,
  modelUrl,
  SYSTEM,
  start,
  task,
} from './setup.mjs';

const openai = new OpenAI({ baseURL: modelUrl, apiKey: 'x', maxRetries: 0, fetch: whetstoneFetch(learning) });
const called = {
  name: 'get_order',
  description: DESCRIPTION,
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
};

/** As people write it who call tools by hand: the model is told of the error. */
function resultOf(args) {
  try {
    return getOrder(JSON.parse(args));
  } catch (error) {
    return String(error);
  }
}

async function chat() {
  const messages = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: task },
  ];
  const tools = [{ type: 'function', function: called }];
  for (;;) {
    const body = { model: 'm', messages, tools };
    const { choices } = isStreamed
      ? await openai.chat.completions
          .stream({ ...body, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await openai.chat.completions.create(body);
    const { message } = choices[0];
    if (!message.tool_calls?.length) return;
    messages.push(message);
    for (const {
      id,
      function: { arguments: args },
    } of message.tool_calls)
      messages.push({ role: 'tool', tool_call_id: id, content: resultOf(args) });
  }
}

async function responses() {
  let [input, previous_response_id] = [[{ role: 'user', content: task }], null];
  const tools = [{ type: 'function', strict: false, ...called }];
  for (;;) {
    const body = { model: 'm', instructions: SYSTEM, input, tools, previous_response_id };
    const { id, output } = isStreamed
      ? await openai.responses.stream(body).finalResponse()
      : await openai.responses.create(body);
    const calls = output.filter(({ type }) => type === 'function_call');
    if (calls.length === 0) return;
    previous_response_id = id;
    input = calls.map(({ call_id, arguments: args }) => ({
      ...{ type: 'function_call_output', call_id, output: resultOf(args) },
    }));
  }
}

await start(isResponses ? responses : chat);
