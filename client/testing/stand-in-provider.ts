/**
 * A stand-in for an agent's model: an OpenAI-compatible server that first asks for a tool, once or more often, and then
 * answers, always the same way, plain or streamed. What it was sent shows what an adapter put into the prompt.
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
  input: string | (Partial<Said> & { type?: string; output?: unknown })[];
  previous_response_id?: string | null;
  instructions?: string;
  tools?: unknown[];
  tool_choice?: unknown;
  stream?: boolean;
}

export const FINAL_ANSWER = 'Order 1042 has been looked up.';

/** The model that it says it is, whichever was asked for. */
export const MODEL = 'stand-in';

const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 };
const RESPONSE_USAGE = { input_tokens: 11, output_tokens: 3, total_tokens: 14 };

/** What it asks for, one after the other, and what it says then. */
interface Script {
  calls: readonly { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  answer: string;
}

/** Looks orders up one by one. */
export const ordersScript = (orders: readonly string[]): Script => ({
  calls: orders.map((order, place) => ({
    id: `call_${place + 1}`,
    type: 'function',
    function: { name: 'get_order', arguments: JSON.stringify({ order }) },
  })),
  answer: FINAL_ANSWER,
});

/** A tool that is forced by its name is asked for again and again. */
const isForced = (choice: unknown) => typeof choice === 'object' || choice === 'required';

/** The call after so many results; null where it answers. */
function nextCall({ calls }: Script, results: number, { tools, tool_choice }: Partial<ChatRequest>) {
  if (isForced(tool_choice)) return calls[results] ?? calls.at(-1) ?? null;
  return tools === undefined || tools.length === 0 ? null : (calls[results] ?? null);
}

/** How many results there are since the user spoke. */
const resultsIn = (roles: readonly unknown[], result: string) =>
  roles.slice(roles.lastIndexOf('user') + 1).filter((role) => role === result).length;

function messageFor(request: ChatRequest, script: Script) {
  const roles = request.messages.map(({ role }) => role);
  const call = nextCall(script, resultsIn(roles, 'tool'), request);
  return call === null
    ? { finish: 'stop', message: { role: 'assistant', content: script.answer } }
    : { finish: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [call] } };
}

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
  const asked = 'tool_calls' in message ? message.tool_calls : [];
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

/** How many results there are since the user spoke, those among them that the service remembers. */
function resultsSoFar({ input, previous_response_id: previous }: ResponseRequest): number {
  const kinds = typeof input === 'string' ? [] : input.map(({ role, type }) => role ?? type);
  if (kinds.at(-1) !== 'function_call_output') return 0;
  return previous == null
    ? resultsIn(kinds, 'function_call_output')
    : Number(previous.slice(RESPONSE_ID.length));
}

const RESPONSE_ID = 'resp_';

function responseFor(request: ResponseRequest, script: Script) {
  const results = resultsSoFar(request);
  const call = nextCall(script, results, request);
  const content = [{ type: 'output_text', text: script.answer, annotations: [] }];
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  return {
    id: `${RESPONSE_ID}${results + 1}`,
    object: 'response',
    created_at: 1,
    model: MODEL,
    status: 'completed',
    output: [call === null ? message : functionCall(call, results)],
    usage: RESPONSE_USAGE,
  };
}

function functionCall({ id: call_id, function: called }: Script['calls'][number], place: number) {
  return { type: 'function_call', id: `fc_${place + 1}`, call_id, ...called, status: 'completed' };
}

function answerResponse(
  response: ServerResponse,
  request: ResponseRequest,
  script: Script,
  isHalf: boolean,
): void {
  const whole = responseFor(request, script);
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence_number = 0;
  const send = (type: string, more: object) => {
    const event = { type, sequence_number, ...more };
    sequence_number += 1;
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [output_index, item] of whole.output.entries()) sendItem(send, { output_index, item }, isHalf);
  if (isHalf) return;
  send('response.completed', { response: whole });
  response.end();
}

type Sent = ReturnType<typeof responseFor>['output'][number];

/** The events of one item of an answer, as OpenAI documents them. */
function sendItem(
  send: (type: string, more: object) => void,
  { output_index, item }: { output_index: number; item: Sent },
  isHalf: boolean,
): void {
  const place = { item_id: item.id, output_index };
  const status = 'in_progress';
  if ('arguments' in item) {
    send('response.output_item.added', { output_index, item: { ...item, arguments: '', status } });
    send('response.function_call_arguments.delta', { ...place, delta: item.arguments });
    send('response.function_call_arguments.done', { ...place, arguments: item.arguments });
  } else {
    const part = { ...place, content_index: 0 };
    send('response.output_item.added', { output_index, item: { ...item, content: [], status } });
    send('response.content_part.added', {
      ...part,
      part: { type: 'output_text', text: '', annotations: [] },
    });
    const text = item.content[0]?.text ?? '';
    const words = text.split(/(?<= )/);
    for (const delta of isHalf ? words.slice(0, 2) : words)
      send('response.output_text.delta', { ...part, delta });
    if (isHalf) return;
    send('response.output_text.done', { ...part, text });
    send('response.content_part.done', { ...part, part: item.content[0] });
  }
  send('response.output_item.done', { output_index, item });
}

function promptOf(body: ChatRequest | ResponseRequest): Said[] {
  if ('messages' in body) return body.messages;
  const own = body.instructions === undefined ? [] : [{ role: 'system', content: body.instructions }];
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  return [
    ...own,
    ...input.map(({ role = 'item', content, output }) => ({ role, content: content ?? output })),
  ];
}

function answer(
  response: ServerResponse,
  body: ChatRequest | ResponseRequest,
  script: Script,
  isHalf: boolean,
): void {
  if (!('messages' in body)) answerResponse(response, body, script, isHalf);
  else if (body.stream === true) answerStreamed(response, body, script, isHalf);
  else answerWhole(response, body, script);
}

/** Starts the stand-in; a task with `refuse` in it is answered with 400. */
export async function startProvider(script = ordersScript(['1042'])): Promise<StandInProvider> {
  const prompts: StandInProvider['prompts'] = [];
  const troubles: Trouble[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest | ResponseRequest;
    prompts.push(promptOf(body));
    const trouble = JSON.stringify(body).includes('refuse') ? { status: 400 } : troubles.shift();
    if (trouble === 'silence') return;
    if (typeof trouble !== 'object') return answer(response, body, script, trouble === 'half');
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
