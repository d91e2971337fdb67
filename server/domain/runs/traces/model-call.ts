/**
 * What a span says was said: the history that a model was given and its answer, in whichever convention it is
 * written.
 */

import { asList, asObject, asText, isObject, unembedded } from '../conversation/embedded-json.ts';
import { readLiteral } from '../conversation/same-arguments.ts';
import { readCalls, readTurns, type Turn } from '../conversation/turn.ts';
import type { Attributes, Span } from './span.ts';

// Lists that instrumentations write as one attribute a leaf: `llm.input_messages.0.message.role`. Indexes are
// the sender's choice, so nothing is allocated by them: they only say the order.

const MAX_PARTS = 16;
const INDEX = /^\d{1,9}$/;

type Node = Map<string, Node | { leaf: unknown }>;

/**
 * The list under `prefix`, nested as its keys say; numbered levels become lists in the order of their
 * numbers.
 */
export function flattenedList(attributes: Attributes, prefix: string): unknown[] {
  const root: Node = new Map();
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix)) continue;
    const parts = key.slice(prefix.length).split('.');
    if (parts.length <= MAX_PARTS && INDEX.test(parts[0] ?? '')) setPath(root, parts, value);
  }
  const value = grown(root);
  return Array.isArray(value) ? value : [];
}

function setPath(root: Node, parts: string[], value: unknown): void {
  let node = root;
  for (const part of parts.slice(0, -1)) {
    const next = node.get(part);
    if (next instanceof Map) node = next;
    else {
      const made: Node = new Map();
      node.set(part, made);
      node = made;
    }
  }
  const last = parts.at(-1) ?? '';
  if (!node.has(last)) node.set(last, { leaf: value });
}

function grown(node: Node): unknown {
  const entries = [...node].map(
    ([key, child]) => [key, child instanceof Map ? grown(child) : child.leaf] as const,
  );
  if (!entries.every(([key]) => INDEX.test(key))) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

/** Both may be empty. */
export interface Exchange {
  readonly history: readonly Turn[];
  readonly answer: readonly Turn[];
}

/** Reads the exchange of a span by the first convention that says something of either side. */
export function readExchange(span: Span): Exchange {
  const attributes = withDetails(span);
  const history = firstReading(HISTORIES.map((read) => () => read(attributes, span)));
  const answer = firstReading(ANSWERS.map((read) => () => read(attributes, span)));
  return { history: instructed(attributes, history).map(withPlainRole), answer: answer.map(withPlainRole) };
}

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
  'tool-call': 'assistant',
  'tool-response': 'tool',
  function: 'tool',
  developer: 'system',
  system: 'system',
  tool: 'tool',
  assistant: 'assistant',
};

/** Each framework has its own names of roles; what is none of the others is a user. */
function withPlainRole(turn: Turn): Turn {
  return { ...turn, role: ROLES[turn.role.toLowerCase()] ?? 'user' };
}

type Reader = (attributes: Attributes, span: Span) => Turn[];

function firstReading(readers: readonly (() => Turn[])[]): Turn[] {
  for (const read of readers) {
    const turns = read();
    if (turns.length > 0) return turns;
  }
  return [];
}

const DETAILS = new Set([
  'gen_ai.client.inference.operation.details',
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
]);

/** Whether events of this name say what was said. */
export function hasMessages(name: string): boolean {
  return DETAILS.has(name) || name === 'gen_ai.choice' || Object.hasOwn(ROLE_OF_EVENT, name);
}

/** Some instrumentations put what was said on an event, under the names of attributes. */
function withDetails({ attributes, events }: Span): Attributes {
  const details = events.filter(({ name }) => DETAILS.has(name));
  if (details.length === 0) return attributes;
  return new Map([...details.flatMap((event) => [...event.attributes]), ...attributes]);
}

const HISTORIES: readonly Reader[] = [
  (attributes) => written(attributes.get('gen_ai.input.messages')),
  (attributes) => written(attributes.get('ai.prompt.messages')),
  (attributes) => readTurns(flattenedList(attributes, 'llm.input_messages.')),
  (attributes) => readTurns(flattenedList(attributes, 'gen_ai.prompt.')),
  (_, span) => messagesFromEvents(span),
  (attributes) => vercelPrompt(attributes.get('ai.prompt')),
  (attributes) => written(attributes.get('gen_ai.prompt')),
  (attributes) => messagesIn(attributes.get('input.value')),
  (attributes) => messagesIn(attributes.get('gcp.vertex.agent.llm_request')),
  (attributes) => messagesIn(attributes.get('langfuse.observation.input')),
  (attributes) =>
    written(attributes.get('pydantic_ai.all_messages') ?? attributes.get('all_messages_events')),
  (attributes) => taskMessages(attributes.get('crewai.crew.tasks_output')),
];

const ANSWERS: readonly Reader[] = [
  (attributes) => chosen(readTurns(unembedded(attributes.get('gen_ai.output.messages') ?? []), 'assistant')),
  (attributes) => vercelAnswer(attributes),
  (attributes) => readTurns(flattenedList(attributes, 'llm.output_messages.'), 'assistant'),
  (attributes) => chosen(readTurns(flattenedList(attributes, 'gen_ai.completion.'), 'assistant')),
  (_, span) => choiceOfEvents(span),
  (attributes) => written(attributes.get('gen_ai.completion'), 'assistant'),
  (attributes) => choicesIn(attributes.get('output.value')),
  (attributes) => choicesIn(attributes.get('gcp.vertex.agent.llm_response')),
  (attributes) => choicesIn(attributes.get('langfuse.observation.output')),
];

function written(value: unknown, role = 'user'): Turn[] {
  return value === undefined ? [] : readTurns(value, role);
}

/** Several candidates are alternatives to each other; the first is the one that runs go on with. */
function chosen(candidates: Turn[]): Turn[] {
  return candidates.slice(0, 1);
}

/** The AI SDK's prompt of a whole run: `{system, prompt | messages}`. */
function vercelPrompt(value: unknown): Turn[] {
  const { system, instructions, prompt, messages } = asObject(unembedded(value));
  return [...written(system ?? instructions, 'system'), ...written(messages ?? prompt)];
}

function vercelAnswer(attributes: Attributes): Turn[] {
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const calls = asList(unembedded(attributes.get('ai.response.toolCalls'))).flatMap(readCalls);
  if (text === undefined && calls.length === 0) return [];
  return [{ role: 'assistant', text: asText(text), calls, answers: [] }];
}

const ROLE_OF_EVENT: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** Messages as events of the span. `events` as an attribute is the same list in another place. */
function messagesFromEvents(span: Span): Turn[] {
  return readEvents(span).flatMap(({ name, body }) => {
    const role = ROLE_OF_EVENT[name];
    return role === undefined ? [] : readTurns([{ ...body, role }], role);
  });
}

function choiceOfEvents(span: Span): Turn[] {
  const choices = readEvents(span).filter(({ name }) => name === 'gen_ai.choice');
  return chosen(
    choices.flatMap(({ body }) => {
      const message = unembedded(body.message);
      return readTurns(
        [isObject(message) ? message : { ...body, content: message ?? body.content }],
        'assistant',
      );
    }),
  );
}

function readEvents({
  events,
  attributes,
}: Span): { name: string; body: Readonly<Record<string, unknown>> }[] {
  const own = events.map(({ name, attributes: body }) => ({ name, body: Object.fromEntries(body) }));
  const listed = asList(unembedded(attributes.get('events'))).filter(isObject);
  return [...own, ...listed.map((body) => ({ name: asText(body['event.name']), body }))];
}

/** The messages of a request as it went to the provider; texts in a list are no messages. */
function messagesIn(value: unknown): Turn[] {
  const read = unembedded(value);
  const { messages, input, prompt, contents } = asObject(read);
  const lists = [messages, contents, read].filter(Array.isArray);
  const found = lists.find((list) => list.some(isMessage)) ?? input ?? prompt;
  if (typeof found === 'string') return readTurns(found);
  return Array.isArray(found) ? readTurns(found.filter(isMessage)) : [];
}

function isMessage(item: unknown): boolean {
  const { role, type, lc } = asObject(item);
  return typeof role === 'string' || typeof type === 'string' || lc !== undefined;
}

/** The message of a response as it came from the provider; other values are no conversation. */
function choicesIn(value: unknown): Turn[] {
  const { choices, content, role, output } = asObject(unembedded(value));
  if (Array.isArray(choices)) return chosen(readTurns(choices, 'assistant'));
  if (Array.isArray(output)) return readTurns(output.filter(isMessage), 'assistant');
  if (isObject(content)) return readTurns([content], 'assistant');
  return role === 'assistant' ? readTurns([{ role, content }], 'assistant') : [];
}

const MESSAGES = 'messages=[';

/** CrewAI's tasks as Python writes them: each has the messages of its own conversation. */
function taskMessages(value: unknown): Turn[] {
  const text = asText(value);
  const turns: Turn[] = [];
  for (let at = text.indexOf(MESSAGES); at !== -1; at = text.indexOf(MESSAGES, at + 1)) {
    const list = readLiteral(listAt(text, at + MESSAGES.length - 1));
    if (Array.isArray(list)) turns.push(...readTurns(list));
  }
  return turns;
}

/** The list that begins at this bracket. */
function listAt(text: string, start: number): string {
  let depth = 0;
  for (const { 0: piece, index } of text.slice(start).matchAll(PYTHON_TOKEN)) {
    if (piece === '[') depth += 1;
    if (piece === ']') depth -= 1;
    if (depth === 0) return text.slice(start, start + index + 1);
  }
  return '';
}

const PYTHON_TOKEN = /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]]/gs;

/**
 * System instructions that are kept apart from the messages come first, unless the messages have their own.
 */
function instructed(attributes: Attributes, history: Turn[]): Turn[] {
  const instructions = unembedded(attributes.get('gen_ai.system_instructions'));
  if (instructions === undefined || history.some(({ role }) => role === 'system')) return history;
  const parts = Array.isArray(instructions) ? instructions : [instructions];
  return [
    ...readTurns(
      [{ role: 'system', parts, content: parts.filter(isText).join('\n') || undefined }],
      'system',
    ),
    ...history,
  ];
}

function isText(part: unknown): part is string {
  return typeof part === 'string';
}
