/**
 * One message of a model call. Instrumentations differ in where they put text, calls and results; this reads
 * all of them by their shape: chat completions, parts (OpenTelemetry), content lists (Vercel AI SDK,
 * Anthropic), and the leaves that OpenInference and the older attributes are made of.
 */
import { asList, asText, isObject, type JsonObject, unembedded } from './embedded-json.ts';

/** A tool call that a model asked for. */
export interface AskedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: unknown;
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
  readonly calls: readonly AskedCall[];
  readonly answers: readonly ToolAnswer[];
}

/** Reads a list of messages; a single message or a plain text is a list of one. */
export function readTurns(value: unknown, role = 'user'): Turn[] {
  const read = unembedded(value);
  const list = Array.isArray(read) ? read : [read];
  return list.flatMap((item) => readTurn(item, role) ?? []);
}

function readTurn(value: unknown, fallback: string): Turn | null {
  if (typeof value === 'string') return value === '' ? null : plain(fallback, value);
  if (!isObject(value)) return null;
  // OpenInference wraps each message; a choice of a chat completion does too.
  if (isObject(value.message)) return readTurn(value.message, fallback);
  const role = typeof value.role === 'string' && value.role !== '' ? value.role : fallback;
  const parts = readParts(value);
  const calls = [...parts.flatMap(callOfPart), ...asList(unembedded(value.tool_calls)).flatMap(readCalls)];
  const text = parts.map(textOfPart).filter(Boolean).join('\n');
  const answers = parts.flatMap(answerOfPart);
  const answersCall = role === 'tool' || role === 'function' || typeof value.tool_call_id === 'string';
  if (answersCall && answers.length === 0) {
    return {
      role: 'tool',
      text: '',
      calls,
      answers: [{ id: readId(value.tool_call_id ?? value.id), text, failed: false }],
    };
  }
  return text === '' && calls.length === 0 && answers.length === 0 ? null : { role, text, calls, answers };
}

function plain(role: string, text: string): Turn {
  return { role, text, calls: [], answers: [] };
}

/** The parts of a message, wherever they are; a plain text is a part of its own. */
function readParts({ parts, content, contents }: JsonObject): readonly unknown[] {
  const found = asList(unembedded(parts)).length > 0 ? parts : (content ?? contents);
  const read = unembedded(found);
  if (Array.isArray(read) && read.some(isPart)) return read;
  if (contents !== undefined && content !== undefined && Array.isArray(contents)) return contents;
  return found === undefined || found === null ? [] : [asText(found)];
}

function isPart(value: unknown): boolean {
  return isObject(value) && (typeof value.type === 'string' || isObject(value.message_content));
}

function unwrapped(part: unknown): JsonObject {
  if (!isObject(part)) return {};
  return isObject(part.message_content) ? part.message_content : part;
}

const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'refusal']);

function textOfPart(part: unknown): string {
  if (typeof part === 'string') return part;
  const { type, text, content, refusal } = unwrapped(part);
  return TEXT_TYPES.has(String(type)) ? asText(text ?? content ?? refusal) : '';
}

const CALL_TYPES = new Set(['tool_call', 'tool-call', 'tool_use', 'function_call']);
const ANSWER_TYPES = new Set([
  'tool_call_response',
  'tool-result',
  'tool_result',
  'function_call_output',
  'tool-error',
]);

function callOfPart(part: unknown): AskedCall[] {
  const read = unwrapped(part);
  return CALL_TYPES.has(String(read.type)) ? readCalls(read) : [];
}

/** A call in any of the forms in which it is written down. */
export function readCalls(value: unknown): AskedCall[] {
  if (!isObject(value)) return [];
  if (isObject(value.tool_call)) return readCalls(value.tool_call);
  const inner = isObject(value.function) ? value.function : value;
  const name = inner.name ?? value.toolName ?? value.name;
  if (typeof name !== 'string' || name === '') return [];
  const id = readId(value.id ?? value.toolCallId ?? value.call_id ?? value.tool_call_id);
  return [{ id, name, arguments: inner.arguments ?? value.input ?? value.args ?? null }];
}

function answerOfPart(part: unknown): ToolAnswer[] {
  const read = unwrapped(part);
  const { type, output } = read;
  if (!ANSWER_TYPES.has(String(type))) return [];
  const id = readId(read.id ?? read.toolCallId ?? read.tool_use_id ?? read.call_id);
  const typed = isObject(output) && typeof output.type === 'string' ? output : null;
  const said = typed?.value ?? output ?? read.response ?? read.result ?? read.content ?? read.error;
  const failed =
    type === 'tool-error' ||
    read.is_error === true ||
    read.isError === true ||
    /^error/.test(String(typed?.type ?? ''));
  return [{ id, text: saidText(said), failed }];
}

/** A result that is a list of text parts is their text. */
function saidText(said: unknown): string {
  const texts = asList(said).map(textOfPart);
  return texts.length > 0 && texts.every((text) => text !== '') ? texts.join('\n') : asText(said);
}

function readId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
