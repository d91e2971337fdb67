/**
 * One stand-in for the models of all coding tools, in their wire formats: Anthropic Messages, OpenAI Responses, chat completions and
 * Gemini, each as a stream. What it does is scripted: a prompt names a script as `[S:name]`.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { isObject, objectOf } from '../../client/src/json.ts';

/**
 * A step: a shell command, a call of a tool of the gateway or of one that the client itself has, a search for a tool of the
 * gateway where the client does not offer all at once, or the answer.
 */
export type Step =
  | { shell: string }
  | { search: string }
  | { tool: string; input: Record<string, unknown> }
  | { own: string; input: Record<string, unknown> }
  | { say: string };

export interface Model {
  url: string;
  /** The bodies of the requests that a script was found in, as they were sent. */
  requests: string[];
  close(): Promise<void>;
}

/** What a format says of the conversation: its entries in order, each a text, or the result of a tool. */
interface Asked {
  entries: ('result' | string)[];
  tools: { name: string; namespace: string | null }[];
}

interface Called {
  name: string;
  namespace: string | null;
  input: Record<string, unknown>;
}

interface Format {
  path: RegExp;
  read(body: Record<string, unknown>): Asked;
  /** The events of the stream. */
  write(id: string, answer: { call: Called } | { say: string }): { event?: string; data: unknown }[];
}

const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const named = (tools: Record<string, unknown>[]): Asked['tools'] =>
  tools.map(({ name }) => ({ name: String(name), namespace: null }));
const SHELLS = ['Bash', 'bash', 'exec_command', 'shell_command', 'shell', 'run_shell_command'];
const USAGE = { input_tokens: 1000, output_tokens: 50 };

/** Texts and results of messages whose content is a text or blocks. */
const entriesOf = (
  content: unknown,
  isResult: (block: Record<string, unknown>) => boolean,
): Asked['entries'] =>
  typeof content === 'string'
    ? [content]
    : list(content).map((block) => (isResult(block) ? 'result' : String(block['text'] ?? '')));

const FORMATS: Format[] = [
  {
    path: /^\/v1\/messages(?:\?|$)/,
    read: ({ messages, tools }) => ({
      entries: list(messages).flatMap(({ role, content }) =>
        role === 'user' ? entriesOf(content, ({ type }) => type === 'tool_result') : [],
      ),
      tools: named(list(tools)),
    }),
    write(id, answer) {
      const message = {
        id: `msg_${id}`,
        type: 'message',
        role: 'assistant',
        model: 'stand-in',
        content: [],
        stop_reason: null,
        usage: USAGE,
      };
      const isCall = 'call' in answer;
      const block = isCall
        ? { type: 'tool_use', id: `toolu_${id}`, name: answer.call.name, input: {} }
        : { type: 'text', text: '' };
      const delta = isCall
        ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.call.input) }
        : { type: 'text_delta', text: answer.say };
      return [
        { type: 'message_start', message },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage: USAGE },
        { type: 'message_stop' },
      ].map((data) => ({ event: data.type, data }));
    },
  },
  {
    path: /^\/v1\/responses(?:\?|$)/,
    read: ({ input, tools }) => ({
      entries: list(input).flatMap(({ type, role, content }) =>
        /_output$/.test(String(type)) ? ['result'] : role === 'user' ? entriesOf(content, () => false) : [],
      ),
      tools: list(tools).flatMap((tool): Asked['tools'] =>
        tool['type'] === 'namespace'
          ? list(tool['tools']).map(({ name }) => ({ name: String(name), namespace: String(tool['name']) }))
          : named([tool]),
      ),
    }),
    write(id, answer) {
      const item =
        'call' in answer
          ? {
              ...{ type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: answer.call.name },
              ...(answer.call.namespace === null ? {} : { namespace: answer.call.namespace }),
              arguments: JSON.stringify(answer.call.input),
            }
          : {
              type: 'message',
              id: `m_${id}`,
              role: 'assistant',
              content: [{ type: 'output_text', text: answer.say, annotations: [] }],
            };
      const usage = { ...USAGE, total_tokens: 1050 };
      return [
        { type: 'response.created', response: { id: `resp_${id}` } },
        { type: 'response.output_item.done', output_index: 0, item },
        {
          type: 'response.completed',
          response: { id: `resp_${id}`, status: 'completed', output: [item], usage },
        },
      ].map((data) => ({ event: data.type, data }));
    },
  },
  {
    path: /^\/v1\/chat\/completions/,
    read: ({ messages, tools }) => ({
      entries: list(messages).flatMap(({ role, content }) =>
        role === 'tool' ? ['result'] : role === 'user' ? entriesOf(content, () => false) : [],
      ),
      tools: named(list(tools).map((tool) => objectOf(tool['function']))),
    }),
    write(id, answer) {
      const chunk = (delta: unknown, finish: string | null) => ({
        data: {
          id: `chat_${id}`,
          object: 'chat.completion.chunk',
          created: 1,
          model: 'stand-in',
          choices: [{ index: 0, delta, finish_reason: finish }],
        },
      });
      const isCall = 'call' in answer;
      const delta = isCall
        ? {
            role: 'assistant',
            tool_calls: [
              {
                index: 0,
                id: `call_${id}`,
                type: 'function',
                function: { name: answer.call.name, arguments: JSON.stringify(answer.call.input) },
              },
            ],
          }
        : { role: 'assistant', content: answer.say };
      return [chunk(delta, null), chunk({}, isCall ? 'tool_calls' : 'stop'), { data: '[DONE]' }];
    },
  },
  {
    path: /:(?:streamGenerateContent|generateContent)/,
    read: ({ contents, tools }) => ({
      entries: list(contents).flatMap(({ role, parts }) =>
        role === 'model' ? [] : entriesOf(parts, (part) => part['functionResponse'] !== undefined),
      ),
      tools: named(list(tools).flatMap((tool) => list(tool['functionDeclarations']))),
    }),
    write(id, answer) {
      const part =
        'call' in answer
          ? { functionCall: { id: `fc_${id}`, name: answer.call.name, args: answer.call.input } }
          : { text: answer.say };
      const candidates = [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }];
      return [
        {
          data: {
            candidates,
            usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 50, totalTokenCount: 1050 },
          },
        },
      ];
    },
  },
];

/** The next step of the script that the last prompt names; null for a request of the tool itself, such as for a title. */
function nextStep({ entries, tools }: Asked, scripts: Record<string, readonly Step[]>): Step | null {
  const at = entries.findLastIndex((entry) => /\[S:\w+\]/.test(entry));
  const name = /\[S:(\w+)\]/.exec(entries[at] ?? '')?.[1];
  if (name === undefined || tools.length === 0) return null;
  const results = entries.slice(at).filter((entry) => entry === 'result').length;
  return scripts[name]?.[results] ?? { say: 'Done.' };
}

function callOf(step: Exclude<Step, { say: string }>, tools: Asked['tools']): Called | null {
  if ('search' in step) {
    const query = { query: `select:mcp__whetstone__${step.search}`, max_results: 1 };
    const search = tools.find(({ name }) => name === 'ToolSearch');
    return search === undefined ? callOf({ shell: 'true' }, tools) : { ...search, input: query };
  }
  if ('own' in step) {
    const found = tools.find(({ name }) => name === step.own);
    return found === undefined ? null : { ...found, input: step.input };
  }
  if ('tool' in step) {
    const isIt = ({ name, namespace }: Asked['tools'][number]) =>
      name.endsWith(step.tool) && /whetstone/.test(`${namespace} ${name}`);
    const found = tools.find(isIt);
    return found === undefined ? null : { ...found, input: step.input };
  }
  const shell = tools.find(({ name }) => SHELLS.includes(name));
  if (shell === undefined) return null;
  const input =
    shell.name === 'exec_command' ? { cmd: step.shell } : { command: step.shell, description: 'Runs it' };
  return { ...shell, input };
}

/** What is answered: for a request of the tool itself, and for a call of a tool that it does not offer, a text. */
function answerTo(step: Step | null, { tools }: Asked): { call: Called } | { say: string } {
  if (step === null) return { say: 'ok' };
  if ('say' in step) return step;
  const call = callOf(step, tools);
  return call === null ? { say: `no such tool among ${tools.map(({ name }) => name).join(' ')}` } : { call };
}

function streamOf(events: ReturnType<Format['write']>): string {
  const lineOf = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data));
  return events
    .map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${lineOf(data)}\n\n`)
    .join('');
}

export async function startModel(scripts: Record<string, readonly Step[]>): Promise<Model> {
  const requests: string[] = [];
  let count = 0;
  async function answer(request: IncomingMessage): Promise<{ stream: string; isStream: boolean } | null> {
    const url = request.url ?? '';
    const format = FORMATS.find(({ path }) => path.test(url));
    const body = await bodyOf(request);
    if (format === undefined) return null;
    const parsed = objectOf(JSON.parse(body));
    const asked = format.read(parsed);
    const step = nextStep(asked, scripts);
    if (step !== null) requests.push(body);
    count += 1;
    const events = format.write(`${count}`, answerTo(step, asked));
    const isStream = parsed['stream'] === true || url.includes('alt=sse');
    return { stream: isStream ? streamOf(events) : JSON.stringify(events[0]?.data), isStream };
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (said) => {
        if (said === null) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
        else
          response
            .writeHead(200, { 'content-type': said.isStream ? 'text/event-stream' : 'application/json' })
            .end(said.stream);
      },
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
