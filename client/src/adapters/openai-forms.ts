/**
 * The two forms of OpenAI-compatible requests and their answers, plain and streamed, read without trusting
 * them.
 */
import { parsedJson } from '../reply.ts';
import { type Item, joinedInstructions } from './conversation.ts';

/** What an answer says: its text, and whether the run goes on with tools. */
interface Answer {
  text: string;
  goesOn: boolean;
}

/** How one kind of request is read and changed. */
export interface Form {
  items(body: Loose): Item[];
  withInstructions(body: Loose, learned: string): Loose;
  /** Of the whole answer or, streamed, of its events; null where it is not one. */
  answer(values: readonly Loose[]): Answer | null;
}

export type Loose = { readonly [key: string]: unknown };

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const asList = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isLoose) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A content that is a text or a list of parts with text. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(({ text }) => textIn(text))
    .filter(Boolean)
    .join('\n');
}

const isSystem = (role: unknown) => role === 'system' || role === 'developer';

function chatItems(message: Loose): Item[] {
  if (isSystem(message.role)) return [];
  if (message.role === 'tool') {
    const text = contentText(message.content);
    return [{ kind: 'result', id: textIn(message.tool_call_id), text, isError: false }];
  }
  const calls = asList(message.tool_calls).map(({ id, function: called }): Item => {
    const { name, arguments: args } = isLoose(called) ? called : {};
    return { kind: 'call', id: textIn(id), name: textIn(name), arguments: textIn(args) };
  });
  return [{ kind: 'message', role: textIn(message.role), text: contentText(message.content) }, ...calls];
}

function chatWithInstructions(body: Loose, learned: string): Loose {
  const messages = asList(body.messages);
  const [first, ...rest] = messages;
  if (first === undefined || !isSystem(first.role) || typeof first.content !== 'string') {
    return { ...body, messages: [{ role: 'system', content: learned }, ...messages] };
  }
  const joined = { ...first, content: joinedInstructions(first.content, learned) };
  return { ...body, messages: [joined, ...rest] };
}

/** Whole answers have a message, streamed ones deltas of it. */
function chatAnswer(values: readonly Loose[]): Answer | null {
  const choices = values.flatMap(({ choices: all }) => asList(all).slice(0, 1));
  if (choices.length === 0) return null;
  const parts = choices.map(({ message, delta }) => message ?? delta).filter(isLoose);
  return {
    text: parts.map(({ content }) => textIn(content)).join(''),
    goesOn: parts.some(({ tool_calls: calls }) => asList(calls).length > 0),
  };
}

const chat: Form = {
  items: (body) => asList(body.messages).flatMap(chatItems),
  withInstructions: chatWithInstructions,
  answer: chatAnswer,
};

function responseItems(item: Loose): Item[] {
  if (item.type === 'function_call') {
    const { call_id, name, arguments: args } = item;
    return [{ kind: 'call', id: textIn(call_id), name: textIn(name), arguments: textIn(args) }];
  }
  if (item.type === 'function_call_output') {
    return [{ kind: 'result', id: textIn(item.call_id), text: contentText(item.output), isError: false }];
  }
  if (item.role === undefined || isSystem(item.role)) return [];
  return [{ kind: 'message', role: textIn(item.role), text: contentText(item.content) }];
}

/** A stream's last event carries the whole answer. */
function responseAnswer(values: readonly Loose[]): Answer | null {
  const whole = values.map(({ type, response }) => (type === 'response.completed' ? response : undefined));
  const answer = whole.findLast(isLoose) ?? values.find(({ object }) => object === 'response');
  if (answer === undefined) return null;
  const output = asList(answer.output);
  const messages = output.filter(({ type }) => type === 'message');
  return {
    text: messages.map(({ content }) => contentText(content)).join('\n'),
    goesOn: output.some(({ type }) => type === 'function_call'),
  };
}

const responses: Form = {
  items: ({ input }) =>
    typeof input === 'string'
      ? [{ kind: 'message', role: 'user', text: input }]
      : asList(input).flatMap(responseItems),
  withInstructions: (body, learned) => ({
    ...body,
    instructions: joinedInstructions(textIn(body.instructions), learned),
  }),
  answer: responseAnswer,
};

/** The form of requests to this address; null for any other. */
export function findForm(url: string): Form | null {
  const path = url.replace(/[?#].*$/, '');
  if (path.endsWith('/chat/completions')) return chat;
  return path.endsWith('/responses') ? responses : null;
}

/** The values of an answer: one for JSON, one for each event of a stream. */
export function parseValues(text: string): Loose[] {
  const whole = parsedJson(text);
  if (isLoose(whole)) return [whole];
  const events = text.split('\n').filter((line) => line.startsWith('data:'));
  return events.map((line) => parsedJson(line.slice(5))).filter(isLoose);
}
