/**
 * One message of a model call. SDKs and instrumentations differ in where they put text, calls and results; this
 * reads all of them by their shape: chat completions, parts (OpenTelemetry), content lists (Vercel AI SDK,
 * Anthropic), and the leaves that OpenInference and the older attributes are made of.
 */
import { asList, asObject, asText, isObject, type JsonObject, unembedded } from './embedded-json.ts';

/** A tool call that a model asked for. */
export interface RequestedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: Record<string, unknown> | string | null;
}

/** What a tool answered, as the next model call read it. */
export interface ToolAnswer {
  readonly id: string | null;
  readonly text: string;
  readonly failed: boolean;
}

export interface Turn {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly answers: readonly ToolAnswer[];
}

/** Reads a list of messages; a single message or a plain text is a list of one. */
export function readTurns(value: unknown, role = 'user'): Turn[] {
  const read = unembedded(value);
  const list = Array.isArray(read) ? read : [read];
  return list.flatMap((item) => readTurn(item, role) ?? []);
}

/** Reads one message, of the role `fallback` where it names none; null where it says nothing. */
export function readTurn(value: unknown, fallback: string): Turn | null {
  if (typeof value === 'string') return value === '' ? null : plain(fallback, value);
  if (!isObject(value)) return null;
  const inner = wrappedMessage(value);
  if (inner !== null) return readTurn(inner, fallback);
  const role = readRole(value, fallback);
  const parts = readParts(value);
  const calls = [...parts.flatMap(callOfPart), ...asList(unembedded(value.tool_calls)).flatMap(readCalls)];
  const text = parts.map(textOfPart).filter(Boolean).join('\n');
  const answers = parts.flatMap(answerOfPart);
  const answersCall = ANSWERING.has(role) || typeof value.tool_call_id === 'string';
  if (answersCall && answers.length === 0) {
    return {
      role: 'tool',
      text: '',
      calls,
      answers: [{ id: readId(value.tool_call_id ?? value.id), text, failed: isFailed(value) }],
    };
  }
  return text === '' && calls.length === 0 && answers.length === 0 ? null : { role, text, calls, answers };
}

/** OpenInference wraps each message, a choice of a chat completion does too, and LangChain and Gemini in what they log. */
function wrappedMessage({ message, lc, kwargs, type, data, role, content }: JsonObject): JsonObject | null {
  if (isObject(message)) return message;
  if (isObject(content) && Array.isArray(content.parts)) return { ...content, role: role ?? content.role };
  if (lc !== undefined && isObject(kwargs)) return kwargs;
  return typeof type === 'string' && isObject(data) && 'content' in data ? data : null;
}

const MESSAGE_TYPES: ReadonlySet<unknown> = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'developer',
  'user',
  'assistant',
]);

function readRole({ role, type, content }: JsonObject, fallback: string): string {
  if (typeof role === 'string' && role !== '') return role;
  if (CALL_TYPES.has(String(type))) return 'assistant';
  return content !== undefined && MESSAGE_TYPES.has(type) ? String(type) : fallback;
}

function plain(role: string, text: string): Turn {
  return { role, text, calls: [], answers: [] };
}

/** The parts of a message, wherever they are; a plain text is a part of its own. */
function readParts(message: JsonObject): readonly unknown[] {
  const { type, parts, content, contents, blocks } = message;
  // The Responses API has calls and their results beside the messages.
  if (CALL_TYPES.has(String(type)) || type === 'function_call_output') return [message];
  const found = asList(unembedded(parts)).length > 0 ? parts : (content ?? contents ?? blocks);
  const read = unembedded(found);
  if (Array.isArray(read) && read.some(isPart)) return read;
  if (contents !== undefined && content !== undefined && Array.isArray(contents)) return contents;
  return found === undefined || found === null ? [] : [asText(found)];
}

function isPart(value: unknown): boolean {
  return isObject(value) && (typeof value.type === 'string' || unwrapped(value) !== value);
}

/** Parts that say by a field what they are, of Bedrock and Gemini, as those that say it by their type. */
const UNTYPED: Readonly<Record<string, string>> = {
  toolUse: 'tool_use',
  toolResult: 'tool_result',
  functionCall: 'function_call',
  function_call: 'function_call',
  functionResponse: 'function_response',
  function_response: 'function_response',
};

function unwrapped(part: unknown): JsonObject {
  if (!isObject(part)) return {};
  if (isObject(part.message_content)) return part.message_content;
  if (typeof part.type === 'string') return part;
  for (const [field, type] of Object.entries(UNTYPED)) {
    const inner = part[field];
    if (isObject(inner)) return { ...inner, type };
  }
  return typeof part.text === 'string' ? { ...part, type: 'text' } : part;
}

const ANSWERING = new Set(['tool', 'function', 'tool-response']);

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'refusal']);

const LONGEST_KIND = 40;

const CALL_TYPES = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call']);
const ANSWER_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'function_response',
  'tool-error',
]);

/** The text of a part; of one that is neither text nor a call nor an answer, what kind it is: `[image]`. */
function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text, content, refusal } = unwrapped(part);
  if (TEXT_TYPES.has(String(type))) return asText(text ?? content ?? refusal);
  if (typeof type !== 'string' || CALL_TYPES.has(type) || ANSWER_TYPES.has(type)) return '';
  return `[${type.replaceAll(/^input_|_url$/g, '').slice(0, LONGEST_KIND)}]`;
}

function callOfPart(part: unknown): RequestedCall[] {
  const read = unwrapped(part);
  return CALL_TYPES.has(String(read.type)) ? readCalls(read) : [];
}

/** A call in any of the forms in which it is written down. */
export function readCalls(value: unknown): RequestedCall[] {
  if (!isObject(value)) return [];
  if (isObject(value.tool_call)) return readCalls(value.tool_call);
  const inner = isObject(value.function) ? value.function : value;
  const name = inner.name ?? value.toolName ?? value.name;
  if (typeof name !== 'string' || name === '') return [];
  const id = readId(value.id ?? value.toolCallId ?? value.call_id ?? value.tool_call_id ?? value.toolUseId);
  return [{ id, name, arguments: readArguments(inner.arguments ?? value.input ?? value.args) }];
}

/** Arguments are the object that a tool was called with, or its text where that is none. */
export function readArguments(value: unknown): Record<string, unknown> | string | null {
  if (value === null || value === undefined || value === '') return null;
  const read = unembedded(value);
  const object = asObject(read);
  return object === read ? { ...object } : asText(value);
}

function answerOfPart(part: unknown): ToolAnswer[] {
  const read = unwrapped(part);
  const { type, output } = read;
  if (!ANSWER_TYPES.has(String(type))) return [];
  const id = readId(read.id ?? read.toolCallId ?? read.tool_use_id ?? read.call_id ?? read.toolUseId);
  const typed = isObject(output) && typeof output.type === 'string' ? output : null;
  const said = typed?.value ?? output ?? read.response ?? read.result ?? read.content ?? read.error;
  const failed = type === 'tool-error' || isFailed(read) || /^error/.test(String(typed?.type ?? ''));
  const result = type === 'function_response' ? bareResult(said) : said;
  return [{ id, text: resultText(result), failed }];
}

/** The Agent Development Kit puts what is no object under `result`. */
export function bareResult(response: unknown): unknown {
  const read = unembedded(response);
  return isObject(read) && Object.keys(read).length === 1 && 'result' in read ? read.result : response;
}

function isFailed({ is_error, isError, status }: JsonObject): boolean {
  return is_error === true || isError === true || status === 'error';
}

function resultText(said: unknown): string {
  const texts = asList(said).map(textOfPart);
  return texts.length > 0 && texts.every((text) => text !== '') ? texts.join('\n') : asText(said);
}

function readId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A call that turns tell of, in the turn of this place among them, with its answer. */
export interface CompletedCall {
  readonly turn: number;
  readonly call: RequestedCall;
  readonly answer: ToolAnswer | null;
  /** The turn of the answer. */
  readonly answeredIn: number | null;
}

/** The calls of turns in their order. An answer goes to its call; one without an id to the first that has none yet. */
export function completedCalls(turns: readonly Turn[]): CompletedCall[] {
  const told: CompletedCall[] = [];
  const byId = new Map<string, number[]>();
  let firstOpen = 0;
  const placeOf = (id: string | null): number => {
    if (id !== null) return byId.get(id)?.shift() ?? -1;
    while (told[firstOpen]?.answer != null) firstOpen += 1;
    return firstOpen;
  };
  turns.forEach(({ calls, answers }, turn) => {
    for (const call of calls) {
      const place = told.push({ turn, call, answer: null, answeredIn: null }) - 1;
      if (call.id === null) continue;
      const places = byId.get(call.id);
      if (places === undefined) byId.set(call.id, [place]);
      else places.push(place);
    }
    for (const answer of answers) {
      const place = placeOf(answer.id);
      const one = told[place];
      if (one !== undefined) told[place] = { ...one, answer, answeredIn: turn };
    }
  });
  return told;
}

/** Turns as the messages of an episode: what was said, and in brackets what was called. */
export function toMessages(turns: readonly Turn[]): { role: string; content: string }[] {
  return turns.flatMap(({ role, text, calls, answers }) => {
    const asked = calls.map(({ name, arguments: sent }) => `[${name}(${asText(sent)})]`);
    const said = [text, ...asked].filter(Boolean).join('\n');
    const results = answers.map((answer) => ({ role: 'tool', content: answer.text }));
    return said === '' ? results : [...results, { role, content: said }];
  });
}
