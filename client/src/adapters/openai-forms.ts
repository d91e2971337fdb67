/** The two forms of OpenAI-compatible requests and their answers, plain and streamed, read without trusting them. */
import { isObject, type JsonObject, objectOf, parsedJson } from '../json.ts';
import {
  type ConversationItem,
  joinedInstructions,
  type ModelAnswer,
  type RequestedTool,
  type TokenCounts,
} from './conversation.ts';

/** An answer with what only these interfaces tell. */
export interface ReadAnswer extends ModelAnswer {
  /** False where the stream ended before the answer did. */
  isComplete: boolean;
  /** Names the answer in a later request, which then does not repeat what was said before. */
  id: string | null;
  /** Told within a stream, or in an answer with status 200. */
  error: string | null;
}

/** How one kind of request is read and changed. */
export interface RequestForm {
  items(body: JsonObject): ConversationItem[];
  withInstructions(body: JsonObject, learned: string): JsonObject;
  /** With the rules of calls, by the calls' ids, below their results. */
  withNotes(body: JsonObject, notes: ReadonlyMap<string, string>): JsonObject;
  /** Of the whole answer or, streamed, of its events; null where it is not one. */
  answer(values: readonly JsonObject[]): ReadAnswer | null;
  /** The id of what the service itself remembers of the conversation before this request; null where it does not. */
  previous(body: JsonObject): string | null;
}

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A content that is a text or a list of parts with text. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => textIn(text))
    .filter(Boolean)
    .join('\n');
}

const isSystem = (role: unknown) => role === 'system' || role === 'developer';

function toolCall(id: unknown, name: unknown, args: unknown): RequestedTool {
  return { kind: 'call', id: textIn(id), name: textIn(name), arguments: textIn(args) };
}

/** The tools of a message; `custom` ones take a text. */
function chatCalls(calls: unknown): RequestedTool[] {
  return listOf(calls).map(({ id, function: called, custom }) => {
    const { name, arguments: args, input } = objectOf(called ?? custom);
    return toolCall(id, name, args ?? input);
  });
}

/** How a tool's error begins where a framework or the agent itself writes it for the model. */
const ERROR_TEXT =
  /^(?:An error occurred while running the tool|Tool '[^']+' timed out after|(?:[A-Z]\w*)?(?:Error|Exception): )/;

/** These interfaces have no mark for a tool that failed: its text says so, or a field of it. */
function isToolError(text: string): boolean {
  if (ERROR_TEXT.test(text)) return true;
  if (!text.startsWith('{')) return false;
  const { error, isError, is_error } = objectOf(parsedJson(text));
  return isError === true || is_error === true || (error !== undefined && error !== null && error !== false);
}

function toolResult(id: unknown, content: unknown): ConversationItem {
  const text = contentText(content);
  return { kind: 'result', id: textIn(id), text, isError: isToolError(text) };
}

function chatItems(message: JsonObject): ConversationItem[] {
  if (isSystem(message.role)) return [];
  if (message.role === 'tool') return [toolResult(message.tool_call_id, message.content)];
  const said: ConversationItem = {
    kind: 'message',
    role: textIn(message.role),
    text: contentText(message.content),
  };
  return [said, ...chatCalls(message.tool_calls)];
}

/** A system prompt of parts gets one more part. */
function chatWithInstructions(body: JsonObject, learned: string): JsonObject {
  const messages = listOf(body.messages);
  const [first, ...rest] = messages;
  if (first === undefined || !isSystem(first.role)) {
    return { ...body, messages: [{ role: 'system', content: learned }, ...messages] };
  }
  const content = Array.isArray(first.content)
    ? [...first.content, { type: 'text', text: learned }]
    : joinedInstructions(textIn(first.content), learned);
  return { ...body, messages: [{ ...first, content }, ...rest] };
}

/** What each form calls the list of its messages, and in those the call's id, its result and a part of that. */
const RESULT_FIELDS = {
  chat: { list: 'messages', id: 'tool_call_id', content: 'content', part: 'text' },
  responses: { list: 'input', id: 'call_id', content: 'output', part: 'input_text' },
};

function withNotes(
  { list, id, content, part }: (typeof RESULT_FIELDS)['chat'],
  body: JsonObject,
  notes: ReadonlyMap<string, string>,
): JsonObject {
  const items: unknown = body[list];
  if (notes.size === 0 || !Array.isArray(items)) return body;
  const noted = items.map((item: unknown) => {
    const said = objectOf(item);
    const [note, result] = [notes.get(textIn(said[id])), said[content]];
    if (note === undefined || result === undefined) return item;
    if (Array.isArray(result)) return { ...said, [content]: [...result, { type: part, text: note }] };
    return typeof result === 'string' ? { ...said, [content]: `${result}\n\n${note}` } : item;
  });
  return { ...body, [list]: noted };
}

function tokensOf(usage: unknown): TokenCounts | undefined {
  const { input_tokens, prompt_tokens, output_tokens, completion_tokens } = objectOf(usage);
  const [input, output] = [input_tokens ?? prompt_tokens, output_tokens ?? completion_tokens];
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return { input_tokens: input, output_tokens: output };
}

function messageOf(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  return textIn(objectOf(error).message) || JSON.stringify(error);
}

/** Streamed tools come in pieces, which their index joins. */
function joinedCalls(deltas: readonly JsonObject[]): RequestedTool[] {
  const calls = new Map<unknown, RequestedTool>();
  for (const piece of deltas.flatMap(({ tool_calls: pieces }) => listOf(pieces))) {
    const before = calls.get(piece.index);
    for (const { id, name, arguments: args } of chatCalls([piece])) {
      const [idBefore = '', nameBefore = '', argsBefore = ''] = [before?.id, before?.name, before?.arguments];
      calls.set(piece.index, toolCall(idBefore || id, nameBefore || name, argsBefore + args));
    }
  }
  return [...calls.values()];
}

const lastOf = <Value>(values: readonly JsonObject[], read: (value: JsonObject) => Value | undefined) =>
  values.map(read).findLast((value) => value !== undefined);

/** Whole answers have a message, streamed ones deltas of it. */
function chatAnswer(values: readonly JsonObject[]): ReadAnswer | null {
  const choices = values.flatMap(({ choices: all }) => listOf(all).slice(0, 1));
  const error = messageOf(values.find((value) => isObject(value.error))?.error);
  if (choices.length === 0 && error === null) return null;
  const messages = choices.map(({ message }) => message).filter(isObject);
  const deltas = choices.map(({ delta }) => delta).filter(isObject);
  return {
    text: [...messages, ...deltas].map(({ content }) => textIn(content)).join(''),
    calls: [...messages.flatMap(({ tool_calls: calls }) => chatCalls(calls)), ...joinedCalls(deltas)],
    isComplete: choices.some(({ finish_reason }) => typeof finish_reason === 'string'),
    id: null,
    error,
    // Some services tell the tokens with each piece, counted up to there.
    usage: lastOf(values, ({ usage }) => tokensOf(usage)),
    model: lastOf(values, ({ model }) => textIn(model) || undefined),
  };
}

const chat: RequestForm = {
  items: (body) => listOf(body.messages).flatMap(chatItems),
  withInstructions: chatWithInstructions,
  withNotes: (body, notes) => withNotes(RESULT_FIELDS.chat, body, notes),
  answer: chatAnswer,
  previous: () => null,
};

function responseItems(item: JsonObject): ConversationItem[] {
  if (item.type === 'function_call') return [toolCall(item.call_id, item.name, item.arguments)];
  if (item.type === 'custom_tool_call') return [toolCall(item.call_id, item.name, item.input)];
  if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
    return [toolResult(item.call_id, item.output)];
  }
  if (item.role === undefined || isSystem(item.role)) return [];
  return [{ kind: 'message', role: textIn(item.role), text: contentText(item.content) }];
}

const RESPONSE_ENDS = ['response.completed', 'response.incomplete', 'response.failed'];

/** A stream's last event carries the whole answer; one that was left before has pieces of its text. */
function responseAnswer(values: readonly JsonObject[]): ReadAnswer | null {
  const last = values.findLast(({ type }) => RESPONSE_ENDS.includes(textIn(type)))?.response;
  const whole = isObject(last) ? last : values.find(({ object }) => object === 'response');
  const failed = values.find(({ type }) => type === 'error');
  const pieces = values.filter(({ type }) => type === 'response.output_text.delta');
  if (whole === undefined && failed === undefined && pieces.length === 0) return null;
  const { id, output, error, usage, model } = whole ?? {};
  const items = listOf(output).flatMap(responseItems);
  const texts = items.flatMap((item) => (item.kind === 'message' ? [item.text] : []));
  return {
    text: whole === undefined ? pieces.map(({ delta }) => textIn(delta)).join('') : texts.join('\n'),
    calls: items.filter((item) => item.kind === 'call'),
    isComplete: whole !== undefined,
    id: textIn(id) || null,
    error: messageOf(error ?? failed?.error ?? failed),
    usage: tokensOf(usage),
    model: textIn(model) || undefined,
  };
}

/** A conversation that the service keeps is named by itself or as an object with an id. */
function conversationId({ previous_response_id: previous, conversation }: JsonObject): string | null {
  return textIn(previous) || textIn(conversation) || textIn(objectOf(conversation).id) || null;
}

const responses: RequestForm = {
  items: ({ input }) =>
    typeof input === 'string'
      ? [{ kind: 'message', role: 'user', text: input }]
      : listOf(input).flatMap(responseItems),
  withInstructions: (body, learned) => ({
    ...body,
    instructions: joinedInstructions(textIn(body.instructions), learned),
  }),
  withNotes: (body, notes) => withNotes(RESULT_FIELDS.responses, body, notes),
  answer: responseAnswer,
  previous: conversationId,
};

/** The form of requests to this address; null for any other. */
export function formOf(url: string): RequestForm | null {
  const path = url.replace(/[?#].*$/, '');
  if (path.endsWith('/chat/completions')) return chat;
  return path.endsWith('/responses') ? responses : null;
}

/** The values of an answer: one for JSON, one for each event of a stream. */
export function valuesOf(text: string): JsonObject[] {
  const whole = parsedJson(text);
  if (isObject(whole)) return [whole];
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  return events.map((line) => parsedJson(line.slice(5))).filter(isObject);
}
