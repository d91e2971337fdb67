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
  /** The messages of each request, in order; for a response, its input after its instructions. */
  prompts: Said[][];
  /** How the next requests are answered, one each, before it is itself again. */
  next(...trouble: Trouble[]): void;
  close(): Promise<void>;
}

/** An error, `silence` without a byte, or `half` of a stream and then silence. */
export type Trouble = { status: number; headers?: Record<string, string> } | 'silence' | 'half';

interface Said {
  role: string;
  content: unknown;
}

interface ChatRequest {
  messages: Said[];
  tools?: unknown[];
  tool_choice?: unknown;
  stream?: boolean;
  stream_options?: { include_usage?: boolean } | null;
}

interface ResponseRequest {
  input: string | (Partial<Said> & { type?: string })[];
  instructions?: string;
  tools?: unknown[];
  tool_choice?: unknown;
  stream?: boolean;
}

export const FINAL_ANSWER = 'Order 1042 has been looked up.';

/** The model that it says it is, whichever was asked for. */
export const MODEL = 'stand-in';

/** The tokens of each answer. */
const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };
const RESPONSE_USAGE = { input_tokens: 11, output_tokens: 3, total_tokens: 14 };

const TOOL_CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_order', arguments: '{"order":"1042"}' },
};

/** A tool that is forced by its name is asked for again and again. */
const isForced = (choice: unknown) => typeof choice === 'object' || choice === 'required';

function messageFor({ messages, tools, tool_choice }: ChatRequest) {
  const isAnswer = messages.at(-1)?.role === 'tool' || tools === undefined;
  return isAnswer && !isForced(tool_choice)
    ? { finish: 'stop', message: { role: 'assistant', content: FINAL_ANSWER } }
    : { finish: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [TOOL_CALL] } };
}

/**
 * The same in every run, and another for each answer of one: some frameworks take two of one id for one
 * message.
 */
function replyFrame({ messages }: ChatRequest) {
  const answered = messages.filter(({ role }) => role === 'tool').length;
  return { id: `chatcmpl-${answered + 1}`, created: 1, model: MODEL };
}

function answerWhole(response: ServerResponse, request: ChatRequest): void {
  const { finish, message } = messageFor(request);
  const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
  const body = { ...replyFrame(request), object: 'chat.completion', choices, usage: CHAT_USAGE };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerStreamed(response: ServerResponse, request: ChatRequest, isHalf: boolean): void {
  const { finish, message } = messageFor(request);
  const words = typeof message.content === 'string' ? message.content.split(/(?<= )/) : [];
  const calls = 'tool_calls' in message ? [{ tool_calls: [{ index: 0, ...TOOL_CALL }] }] : [];
  const deltas = [{ role: 'assistant' }, ...words.map((content) => ({ content })), ...calls];
  const frame = replyFrame(request);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (more: object) => {
    const chunk = { ...frame, object: 'chat.completion.chunk', ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const send = (choice: object) => write({ choices: [{ index: 0, ...choice }] });
  const sent = isHalf ? deltas.slice(0, 3) : deltas;
  for (const delta of sent) send({ delta, finish_reason: null });
  if (isHalf) return;
  send({ delta: {}, finish_reason: finish });
  if (request.stream_options?.include_usage === true) write({ choices: [], usage: CHAT_USAGE });
  response.end('data: [DONE]\n\n');
}

function responseFor({ input, tools, tool_choice }: ResponseRequest) {
  const last = typeof input === 'string' ? undefined : input.at(-1);
  const isResult = last?.type === 'function_call_output';
  const { name, arguments: args } = TOOL_CALL.function;
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name, arguments: args };
  const content = [{ type: 'output_text', text: FINAL_ANSWER, annotations: [] }];
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  const isAnswer = (isResult || tools === undefined || tools.length === 0) && !isForced(tool_choice);
  return {
    id: `resp_${isResult ? 2 : 1}`,
    object: 'response',
    created_at: 1,
    model: MODEL,
    status: 'completed',
    output: [isAnswer ? message : call],
    usage: RESPONSE_USAGE,
  };
}

function answerResponse(response: ServerResponse, request: ResponseRequest, isHalf: boolean): void {
  const whole = responseFor(request);
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { type: string }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const words = FINAL_ANSWER.split(/(?<= )/);
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  for (const delta of isHalf ? words.slice(0, 2) : words) {
    send({ type: 'response.output_text.delta', ...place, delta } as { type: string });
  }
  if (isHalf) return;
  send({ type: 'response.completed', response: whole } as { type: string });
  response.end();
}

function promptOf(body: ChatRequest | ResponseRequest): Said[] {
  if ('messages' in body) return body.messages;
  const own = body.instructions === undefined ? [] : [{ role: 'system', content: body.instructions }];
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  return [...own, ...input.map(({ role = 'item', content }) => ({ role, content }))];
}

function answer(response: ServerResponse, body: ChatRequest | ResponseRequest, isHalf: boolean): void {
  if (!('messages' in body)) answerResponse(response, body, isHalf);
  else if (body.stream === true) answerStreamed(response, body, isHalf);
  else answerWhole(response, body);
}

/** Starts the stand-in; a task with `refuse` in it is answered with 400. */
export async function startProvider(): Promise<StandInProvider> {
  const prompts: StandInProvider['prompts'] = [];
  const troubles: Trouble[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest | ResponseRequest;
    prompts.push(promptOf(body));
    const trouble = JSON.stringify(body).includes('refuse') ? { status: 400 } : troubles.shift();
    if (trouble === 'silence') return;
    if (typeof trouble !== 'object') return answer(response, body, trouble === 'half');
    const headers = { 'content-type': 'application/json', ...trouble.headers };
    response.writeHead(trouble.status, headers).end('{"error":{"message":"refused"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    next: (...more) => void troubles.splice(0, troubles.length, ...more),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
