/**
 * A stand-in for an agent's model: an OpenAI-compatible server that first asks for a tool and then answers,
 * always the same way, plain or streamed. What it was sent shows what an adapter put into the prompt.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface StandInProvider {
  /** The base URL of the interface. */
  url: string;
  /** The messages of each request, in order. */
  prompts: { role: string; content: unknown }[][];
  close(): Promise<void>;
}

interface ChatRequest {
  messages: { role: string; content: unknown }[];
  tools?: unknown[];
  stream?: boolean;
}

export const FINAL_ANSWER = 'Order 1042 has been looked up.';

const TOOL_CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_order', arguments: '{"order":"1042"}' },
};

function messageFor({ messages, tools }: ChatRequest) {
  const isAnswer = messages.at(-1)?.role === 'tool' || tools === undefined;
  return isAnswer
    ? { finish: 'stop', message: { role: 'assistant', content: FINAL_ANSWER } }
    : { finish: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [TOOL_CALL] } };
}

/**
 * The same in every run, and another for each answer of one: some frameworks take two of one id for one
 * message.
 */
function replyFrame({ messages }: ChatRequest) {
  const answered = messages.filter(({ role }) => role === 'tool').length;
  return { id: `chatcmpl-${answered + 1}`, created: 1, model: 'stand-in' };
}

function answerWhole(response: ServerResponse, request: ChatRequest): void {
  const { finish, message } = messageFor(request);
  const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const body = { ...replyFrame(request), object: 'chat.completion', choices, usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerStreamed(response: ServerResponse, request: ChatRequest): void {
  const { finish, message } = messageFor(request);
  const words = typeof message.content === 'string' ? message.content.split(/(?<= )/) : [];
  const calls = 'tool_calls' in message ? [{ tool_calls: [{ index: 0, ...TOOL_CALL }] }] : [];
  const deltas = [{ role: 'assistant' }, ...words.map((content) => ({ content })), ...calls];
  const frame = replyFrame(request);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choice: object) => {
    const chunk = { ...frame, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const delta of deltas) send({ delta, finish_reason: null });
  send({ delta: {}, finish_reason: finish });
  response.end('data: [DONE]\n\n');
}

/** Starts the stand-in; a task with `refuse` in it is answered with 400. */
export async function startProvider(): Promise<StandInProvider> {
  const prompts: StandInProvider['prompts'] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest;
    prompts.push(body.messages);
    if (JSON.stringify(body.messages).includes('refuse')) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"refused"}}');
    } else if (body.stream === true) answerStreamed(response, body);
    else answerWhole(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
