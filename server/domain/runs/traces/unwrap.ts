/** What was meant, out of what frameworks write around it: their calls' arguments, results, errors and tasks. */
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonObject,
  unembedded,
} from '../conversation/embedded-json.ts';
import { readLiteral } from '../conversation/same-arguments.ts';
import { bareResult, readTurns } from '../conversation/turn.ts';

const MAX_DEPTH = 6;
const LONGEST_ERROR = 2000;

/** Where the stack of a failure begins. */
const STACK = /\s*(?:Traceback \(most recent call last\)|\n\s+at .+:\d+|\n\s*File ")[\s\S]*$/;
const REPR = /^([\w.]*(?:Error|Exception|Exceeded|Interrupt|Warning))\((['"])([\s\S]*?)\2,?\)$/;

const UNTELLING_TYPE = /^(?:Error|Exception)$/;

/** A failure as `Type: first line`, without its stack. */
export function errorLine(type: unknown, message: unknown): string {
  const kind = (asText(type).split('.').at(-1) ?? '').replace(UNTELLING_TYPE, '');
  const text = asText(message).replace(STACK, '').trim();
  const [first = '', next = ''] = text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean);
  const line = first.endsWith(':') ? `${first} ${next}`.trim() : first;
  const [, reprType, , reprText] = REPR.exec(line) ?? [];
  const plain = reprType === undefined ? line : `${reprType}: ${reprText}`;
  if (plain === '') return kind;
  const named = kind === '' || plain.startsWith(kind) ? plain : `${kind}: ${plain}`;
  return named.slice(0, LONGEST_ERROR);
}

/** What frameworks add to the arguments of a call. */
const BESIDE_ARGUMENTS = new Set(['args', 'kwargs', 'sanitize_inputs_outputs']);

/** The arguments of a call, without what the framework passes with them. */
export function unwrapArguments(sent: unknown): unknown {
  const read = readLiteral(sent);
  if (!isObject(read)) return read;
  if ('input_str' in read) return isObject(read.inputs) ? read.inputs : readLiteral(read.input_str);
  const keys = Object.keys(read);
  if (!('kwargs' in read) || !keys.every((key) => BESIDE_ARGUMENTS.has(key))) return read;
  const args = asList(read.args);
  if (isObject(read.kwargs) && Object.keys(read.kwargs).length > 0) return read.kwargs;
  return args.length === 1 ? args[0] : args;
}

export interface ToolResult {
  readonly text: string;
  readonly failed: boolean;
}

/** What a tool gave, without the message or object that the framework keeps it in. */
export function unwrapResult(received: unknown, depth = 0): ToolResult {
  const read = unembedded(received);
  if (Array.isArray(read)) return { text: partsText(read) ?? plainText(received), failed: false };
  if (!isObject(read) || depth > MAX_DEPTH) return { text: plainText(received), failed: false };
  const inner = innerResult(read);
  if (inner === undefined) return { text: plainText(received), failed: false };
  const { text, failed } = unwrapResult(inner, depth + 1);
  return { text, failed: failed || isFailure(read) };
}

function isFailure({ status, is_error, isError }: JsonObject): boolean {
  return status === 'error' || is_error === true || isError === true;
}

/** The envelopes, by the fields that only they have, and what they hold. */
const ENVELOPES: readonly ((read: JsonObject) => unknown)[] = [
  ({ lc, kwargs }) => (lc !== undefined && isObject(kwargs) ? kwargs : undefined),
  ({ type, data }) => (type === 'tool' && isObject(data) ? data : undefined),
  (read) => ('raw_input' in read || 'tool_name' in read ? read.raw_output : undefined),
  (read) =>
    isObject(read.response) && ('name' in read || 'id' in read) ? bareResult(read.response) : undefined,
  ({ output }) =>
    isObject(output) && (output.lc !== undefined || output.type === 'tool') ? output : undefined,
  (read) => (isObject(read.kwargs) && Object.keys(read).length === 2 ? read.output : undefined),
  ({ type, content }) => (type === 'tool' ? content : undefined),
  (read) => ('toolUseId' in read || 'tool_call_id' in read || 'isError' in read ? read.content : undefined),
  ({ content }) => (Array.isArray(content) && partsText(content) !== null ? content : undefined),
];

function innerResult(read: JsonObject): unknown {
  for (const open of ENVELOPES) {
    const inner = open(read);
    if (inner !== undefined && inner !== null) return inner;
  }
  return undefined;
}

/** The text of parts; null where the list has none or something else. */
function partsText(list: readonly unknown[]): string | null {
  const texts = list.map((part) => {
    const { text, type } = asObject(part);
    const others = Object.keys(asObject(part)).filter((key) => key !== 'text' && key !== 'type');
    return typeof text === 'string' && (type === 'text' || others.length === 0) ? text : null;
  });
  return texts.length > 0 && !texts.includes(null) ? texts.join('\n') : null;
}

/** The text of a tool's message as Python writes it. */
const TOOL_MESSAGE = /^content=(['"])([\s\S]*?)\1 (?:name=|tool_call_id=)/;

/** A result as text. Some write a text as JSON, in quotes, which are no part of it. */
function plainText(value: unknown): string {
  const text = asText(value);
  const message = TOOL_MESSAGE.exec(text);
  if (message !== null) return message[2] ?? '';
  if (!(text.startsWith('"') && text.endsWith('"'))) return text;
  try {
    return asText(JSON.parse(text));
  } catch {
    // A text that only begins and ends with quotes is as it is.
    return text;
  }
}

/** What frameworks call what they are asked, in order of rank. */
const TASK_FIELDS = [
  'task',
  'question',
  'query',
  'user_query',
  'prompt',
  'user_prompt',
  'user_msg',
  'user_message',
  'new_message',
  'message',
  'messages',
  'chat_history',
  'input',
  'request',
  'text',
  'content',
  'parts',
  'contents',
];
const ARGUMENT_FIELDS = ['inputs', 'kwargs', 'input_args', 'args', 'data'];

const ANSWER_FIELDS = ['answer', 'output', 'final_output', 'result', 'text', 'content', 'response', 'raw'];

/** The prompt that a framework makes of the task. */
const PROMPTS = [
  /^\s*Current Task: ([\s\S]*?)\n\nThis is the expected criteria for your final answer/,
  /^New task:\n([\s\S]*)$/,
  /^\s*\[\[ ## (?:question|query|input|task|request) ## \]\]\n([\s\S]*?)\n\n/,
];

/** What the user said, out of the prompt of a framework. */
export function unwrapPrompt(text: string): string {
  for (const pattern of PROMPTS) {
    const task = pattern.exec(text)?.[1];
    if (task !== undefined) return task.trim();
  }
  return text;
}

/** What a run was asked, out of its input; null where that only has arguments of other kinds. */
export function taskIn(input: unknown): string | null {
  const read = unembedded(input);
  if (typeof read === 'string') return looksLikeCode(read) ? null : read.trim() || null;
  return textOfTask(read, 0);
}

function textOfTask(sent: unknown, depth: number): string | null {
  const value = unembedded(sent);
  if (depth > MAX_DEPTH) return null;
  if (typeof value === 'string') return value.trim() === '' || looksLikeCode(value) ? null : value;
  if (Array.isArray(value)) return lastUserText(value);
  if (!isObject(value)) return null;
  return (
    firstText(
      TASK_FIELDS.map((field) => value[field]),
      depth,
    ) ?? textInArguments(value, depth)
  );
}

function textInArguments(value: JsonObject, depth: number): string | null {
  for (const field of ARGUMENT_FIELDS) {
    const inner = unembedded(value[field]);
    const text = Array.isArray(inner) ? firstText(inner, depth) : null;
    const found = text ?? (isObject(inner) ? textOfTask(inner, depth + 1) : null);
    if (found !== null) return found;
  }
  return null;
}

/** The first that says something. */
function firstText(list: readonly unknown[], depth: number): string | null {
  for (const item of list) {
    const text = textOfTask(item, depth + 1);
    if (text !== null) return text;
  }
  return null;
}

/** Of messages the last that the user wrote; calls of tools and the like are none. */
function lastUserText(list: readonly unknown[]): string | null {
  if (!list.some(isObject)) return null;
  const isSpoken = list.some((item) => {
    const { role, type, text, lc, parts } = asObject(item);
    return [role, text, lc, parts].some((field) => field !== undefined) || type === 'human';
  });
  if (!isSpoken) return null;
  return (
    readTurns(list.filter(isObject)).findLast(({ role, text }) => role === 'user' && text !== '')?.text ??
    null
  );
}

/** An object as Python or JavaScript writes it: `AgentInput(input=[…])`, `<Context object at 0x7f>`. */
function looksLikeCode(text: string): boolean {
  return /^\s*(?:<[\w.]+ object at 0x|\[?[A-Z]\w*\((?:\w+=|\)$))/.test(text) || /^\s*[[{]/.test(text);
}

/** The answer in the output of a run, or the output as text. */
export function answerIn(output: unknown): string | null {
  const read = unembedded(output);
  const object = asObject(read);
  const named = ANSWER_FIELDS.map((field) => object[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  const text = typeof named === 'string' ? named : asText(output);
  return text === '' || text === 'None' ? null : text;
}
