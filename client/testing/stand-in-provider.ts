/**
 * A stand-in for an agent's model: an OpenAI-compatible server that first asks for tools and then answers,
 * always the same way, plain or streamed. What it was sent shows what an adapter put into the prompt.
 */

import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { onLoopback } from '../../server/testing/loopback.ts';

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
  type: 'function' as const,
  function: { name: 'get_order', arguments: '{"order":"1042"}' },
};

/** What it asks for, one after the other, and what it says then. */
interface Script {
  calls: readonly { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  answer: string;
}

const ORDER: Script = { calls: [TOOL_CALL], answer: FINAL_ANSWER };

/** A tool that is forced by its name is asked for again and again. */
const isForced = (choice: unknown) => typeof choice === 'object' || choice === 'required';

function messageFor({ messages, tools, tool_choice }: ChatRequest, { calls, answer }: Script) {
  const results = messages.at(-1)?.role === 'tool' ? messages.slice(lastPrompt(messages)) : [];
  const next = tools === undefined ? undefined : calls[results.filter(({ role }) => role === 'tool').length];
  const call = next ?? (isForced(tool_choice) ? calls.at(-1) : undefined);
  return call === undefined
    ? { finish: 'stop', message: { role: 'assistant', content: answer } }
    : { finish: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [call] } };
}

const lastPrompt = (messages: readonly Said[]) => messages.findLastIndex(({ role }) => role === 'user') + 1;

/**
 * The same in every run, and another for each answer of one: some frameworks take two of one id for one
 * message.
 */
function replyFrame({ messages }: ChatRequest) {
  const answered = messages.filter(({ role }) => role === 'tool').length;
  return { id: `chatcmpl-${answered + 1}`, created: 1, model: MODEL };
}

function answerWhole(response: ServerResponse, request: ChatRequest, script: Script): void {
  const { finish, message } = messageFor(request, script);
  const choices = [{ index: 0, message, finish_reason: finish, logprobs: null }];
  const body = { ...replyFrame(request), object: 'chat.completion', choices, usage: CHAT_USAGE };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerStreamed(
  response: ServerResponse,
  request: ChatRequest,
  script: Script,
  isHalf: boolean,
): void {
  const { finish, message } = messageFor(request, script);
  const words = typeof message.content === 'string' ? message.content.split(/(?<= )/) : [];
  const asked = ('tool_calls' in message ? message.tool_calls : undefined) ?? [];
  const calls = asked.map((call, index) => ({ tool_calls: [{ index, ...call }] }));
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

function answer(
  response: ServerResponse,
  body: ChatRequest | ResponseRequest,
  { script, isHalf }: { script: Script; isHalf: boolean },
): void {
  if (!('messages' in body)) answerResponse(response, body, isHalf);
  else if (body.stream === true) answerStreamed(response, body, script, isHalf);
  else answerWhole(response, body, script);
}

/**
 * Starts the stand-in; a task with `refuse` in it is answered with 400. The Responses API knows one script alone.
 */
export async function startProvider(script: Script = ORDER): Promise<StandInProvider> {
  const prompts: StandInProvider['prompts'] = [];
  const troubles: Trouble[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest | ResponseRequest;
    prompts.push(promptOf(body));
    const trouble = JSON.stringify(body).includes('refuse') ? { status: 400 } : troubles.shift();
    if (trouble === 'silence') return;
    if (typeof trouble !== 'object') return answer(response, body, { script, isHalf: trouble === 'half' });
    const headers = { 'content-type': 'application/json', ...trouble.headers };
    response.writeHead(trouble.status, headers).end('{"error":{"message":"refused"}}');
  });
  const { url, close } = await onLoopback(server);
  return {
    url: `${url}/v1`,
    prompts,
    next: (...more) => void troubles.splice(0, troubles.length, ...more),
    close,
  };
}
