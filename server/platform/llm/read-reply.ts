/**
 * What an endpoint replied, read without trust: the texts that may hold the answer, how it ended, and the tokens that it
 * cost. Models wrap, decorate and misplace their JSON in many ways, so every balanced object of every text is tried.
 */
import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { coerceToSchema } from './coerce-answer.ts';

/** Largest count of one reply that is believed. */
const MAX_TOKENS = 100_000_000;

/** Tokens of one call; input counts cached tokens too. */
export interface CallUsage {
  input: number;
  output: number;
  /** Whether the endpoint stated none, so that the counts are estimates. */
  estimated: boolean;
}

/** An answer that has not been checked yet. */
export interface Reply {
  /** Texts that may hold the answer, the likeliest first. */
  texts: readonly string[];
  /** Whether it ended because it reached the token limit. */
  cut: boolean;
  refused: boolean;
}

const count = () => z.number().int().min(0).max(MAX_TOKENS).catch(0);

const usageSchema = z.object({
  usage: z.object({
    prompt_tokens: count(),
    completion_tokens: count(),
    prompt_tokens_details: z.object({ cached_tokens: count() }).catch({ cached_tokens: 0 }),
  }),
});

/** A text, or the parts of one; anything else counts as none. */
const textSchema = z
  .union([
    z.string(),
    z
      .array(z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text), z.unknown()]))
      .transform((parts) => parts.filter((part) => typeof part === 'string').join('')),
  ])
  .nullish()
  .catch(null)
  .transform((text) => text ?? '');

const argumentsSchema = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .catch('');

const toolCallsSchema = z
  .array(z.object({ function: z.object({ arguments: argumentsSchema }) }))
  .nullish()
  .catch(null)
  .transform((calls) => (calls ?? []).map(({ function: { arguments: text } }) => text));

const messageSchema = z.object({
  content: textSchema,
  refusal: textSchema,
  tool_calls: toolCallsSchema,
  // Of before tools.
  function_call: z
    .object({ arguments: argumentsSchema })
    .nullish()
    .catch(null)
    .transform((call) => call?.arguments ?? ''),
  reasoning_content: textSchema,
  reasoning: textSchema,
  thinking: textSchema,
});

const replySchema = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish().catch(null), message: messageSchema }))
    .min(1),
});

/**
 * The usage of a reply, null where it states none. Endpoints count cached tokens within the prompt's; where more are
 * cached than the prompt has, they are counted separately, so the two are added.
 */
export function readUsage(reply: unknown): CallUsage | null {
  const read = usageSchema.safeParse(reply);
  if (!read.success) return null;
  const { prompt_tokens: prompt, completion_tokens: output, prompt_tokens_details } = read.data.usage;
  const { cached_tokens: cached } = prompt_tokens_details;
  if (prompt === 0 && output === 0) return null;
  return { input: cached > prompt ? prompt + cached : prompt, output, estimated: false };
}

type Choice = z.infer<typeof replySchema>['choices'][number];

function textsOf({ message }: Choice): string[] {
  const { content, tool_calls: calls, function_call: call, reasoning_content, reasoning, thinking } = message;
  const texts = [content, ...calls, call, reasoning_content, reasoning, thinking];
  return texts.filter((text) => text.trim() !== '');
}

/** The answer in a reply; null where the reply is no chat completion. */
export function readReply(reply: unknown): Reply | null {
  const read = replySchema.safeParse(reply);
  if (!read.success) return null;
  const { choices } = read.data;
  const choice = choices.find((one) => textsOf(one).length > 0) ?? choices[0];
  if (choice === undefined) return null;
  return {
    texts: textsOf(choice),
    cut: choice.finish_reason === 'length',
    refused: choice.message.refusal !== '' || choice.finish_reason === 'content_filter',
  };
}

const errorSchema = z.union([
  z
    .object({ error: z.object({ message: z.string(), code: z.unknown().optional() }) })
    .transform(({ error }) =>
      typeof error.code === 'string' && !error.message.includes(error.code)
        ? `${error.message} (${error.code})`
        : error.message,
    ),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** What an endpoint says is wrong, also in a reply of status 200; '' where it says nothing. */
export function readErrorText(reply: unknown): string {
  return errorSchema.safeParse(reply).data ?? '';
}

// A stream that nobody asked for.

const chunkSchema = z.object({
  usage: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            tool_calls: z
              .array(z.object({ function: z.object({ arguments: z.string().nullish() }).nullish() }))
              .nullish(),
          })
          .nullish(),
        message: z.unknown().optional(),
      }),
    )
    .catch([]),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The chat completion whose server-sent events `text` holds; undefined where it holds none. */
function assembleStream(text: string): unknown {
  const parts: string[] = [];
  const reasoning: string[] = [];
  const calls: string[] = [];
  let [finish, usage]: [string | null, unknown] = [null, undefined];
  let chunks = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue;
    const value = parseJson(line.slice('data:'.length));
    const read = chunkSchema.safeParse(value);
    if (!read.success) continue;
    chunks += 1;
    usage = read.data.usage ?? usage;
    const [choice] = read.data.choices;
    // Some servers send the whole completion as a single event.
    if (choice?.message !== undefined) return value;
    finish = choice?.finish_reason ?? finish;
    parts.push(choice?.delta?.content ?? '');
    reasoning.push(choice?.delta?.reasoning_content ?? choice?.delta?.reasoning ?? '');
    calls.push(...(choice?.delta?.tool_calls ?? []).map((call) => call.function?.arguments ?? ''));
  }
  if (chunks === 0) return undefined;
  const message = {
    content: parts.join(''),
    reasoning_content: reasoning.join(''),
    tool_calls: calls.length === 0 ? [] : [{ function: { arguments: calls.join('') } }],
  };
  return { choices: [{ finish_reason: finish, message }], usage };
}

/** A reply that the client library passed on as text: JSON of another content type, or a stream. */
export function parseReplyText(text: string): unknown {
  return parseJson(text) ?? assembleStream(text);
}

// The answer in a reply's texts, held against its schema. Problems are described in words that contain nothing of the answer.

/** Problems that are named; the rest would only repeat them. */
const NAMED_PROBLEMS = 5;

/** Candidates that are tried in one text: thinking may hold hundreds of small objects. */
const MAX_CANDIDATES = 50;

/** Either the answer or what is wrong with it. */
type ParsedAnswer<T> = { ok: true; answer: T } | { ok: false; problem: string; isJson: boolean };

const THINKING = /<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/gi;
const THINKING_END = /<\/(?:think|thinking|thought|reasoning)>/gi;
const THINKING_START = /<(?:think|thinking|thought|reasoning)>[\s\S]*$/i;

/** The text after the model's thinking, whose opening tag templates often leave out; the thinking where nothing else is there. */
function cutThinking(text: string): string {
  const closed = text.replaceAll(THINKING, '');
  const end = [...closed.matchAll(THINKING_END)].at(-1);
  const after = end === undefined ? closed : closed.slice(end.index + end[0].length);
  const answer = after.replace(THINKING_START, '');
  return answer.trim() === '' ? text : answer;
}

/** A string, escapes included, or a brace: the rest of a JSON text does not change the depth. */
const BRACE_OR_STRING = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** Where the object that begins at `start` ends; the text's end where it is cut off. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  BRACE_OR_STRING.lastIndex = start;
  for (let sign = BRACE_OR_STRING.exec(text); sign !== null; sign = BRACE_OR_STRING.exec(text)) {
    depth += sign[0] === '{' ? 1 : sign[0] === '}' ? -1 : 0;
    if (depth === 0) return BRACE_OR_STRING.lastIndex;
  }
  return text.length;
}

/** The texts of the outermost objects, in order. */
function objectsIn(text: string): string[] {
  const found: string[] = [];
  let start = text.indexOf('{');
  while (start !== -1 && found.length < MAX_CANDIDATES) {
    const end = endOfObject(text, start);
    found.push(text.slice(start, end));
    // An object without an end may be a brace of prose, so the search goes on behind it.
    start = text.indexOf('{', end === text.length ? start + 1 : end);
  }
  return found;
}

function repairJson(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text)) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * JSON values in a text: as it is, then as a kept library repairs it. An answer that was cut off is not repaired, since its
 * last text would lack its end.
 */
function* valuesIn(text: string, cut: boolean): Generator<unknown> {
  const whole = parseJson(text);
  if (whole !== undefined) yield whole;
  for (const object of objectsIn(text)) {
    const isWhole = !cut && /[}\]]\s*$/.test(object);
    const value = parseJson(object) ?? (isWhole ? repairJson(object) : undefined);
    if (typeof value === 'object' && value !== null) yield value;
  }
}

function describeIssues({ issues }: z.ZodError): string {
  const named = issues.slice(0, NAMED_PROBLEMS).map(({ path, message }) => {
    const place = path.map(String).join('.');
    return place === '' ? message : `${place}: ${message}`;
  });
  return named.join('; ');
}

/**
 * The answer without the items of lists that do not fit, and without conditions that do not; unchanged where that would leave such
 * a list empty.
 */
function withoutFaulty(value: unknown, schema: z.ZodType): unknown {
  const read = schema.safeParse(value);
  if (read.success) return value;
  const answer = structuredClone(value);
  const paths = new Map(read.error.issues.map(({ path }) => [placeOf(path).join('.'), placeOf(path)]));
  for (const path of [...paths.values()].toReversed()) {
    const at = path.indexOf('applies_when');
    const index = path.findLastIndex((key) => typeof key === 'number');
    const holder = at === -1 ? valueAt(answer, path.slice(0, index)) : valueAt(answer, path.slice(0, at));
    if (at !== -1 && typeof holder === 'object' && holder !== null)
      Object.assign(holder, { applies_when: null });
    else if (Array.isArray(holder) && holder.length > 1) holder.splice(Number(path[index]), 1);
    else return value;
  }
  return answer;
}

const CONDITIONS = 'applies_when';

/** What is left out for an issue: the conditions that it is in, else the item of a list. */
function placeOf(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const conditions = path.indexOf(CONDITIONS);
  return path.slice(
    0,
    1 + (conditions === -1 ? path.findLastIndex((key) => typeof key === 'number') : conditions),
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, key) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined),
    value,
  );
}

/** The first of the values that fits as it is, else the first that does by what is plainly meant; or why none does. */
function chooseAnswer<T>(
  values: readonly unknown[],
  schema: z.ZodType<T>,
  dropsFaulty: boolean,
): { answer: T } | { problem: string | undefined } {
  // A draft may be made whole with empty lists: an object that fits as it is counts before it.
  const exact = values.map((value) => schema.safeParse(value)).find(({ success }) => success);
  if (exact?.success) return { answer: exact.data };
  let problem: string | undefined;
  for (const value of values) {
    const coerced = coerceToSchema(value, schema);
    const read = schema.safeParse(dropsFaulty ? withoutFaulty(coerced, schema) : coerced);
    if (read.success) return { answer: read.data };
    problem ??= describeIssues(read.error);
  }
  return { problem };
}

/** Reads an answer of at most `maxLength` characters; `dropsFaulty` leaves out the items of lists that do not fit. */
export function readAnswer<T>(
  { texts, cut, refused }: Reply,
  schema: z.ZodType<T>,
  maxLength: number,
  { dropsFaulty = false }: { dropsFaulty?: boolean } = {},
): ParsedAnswer<T> {
  if (refused) return { ok: false, problem: 'the model refused to answer', isJson: true };
  if (texts.length === 0) return { ok: false, problem: 'the answer is empty', isJson: true };
  let problem: string | undefined;
  for (const text of texts) {
    if (text.length > maxLength) {
      problem ??= `the answer is longer than ${maxLength} characters`;
      continue;
    }
    const chosen = chooseAnswer([...valuesIn(cutThinking(text), cut)], schema, dropsFaulty);
    if ('answer' in chosen) return { ok: true, answer: chosen.answer };
    problem ??= chosen.problem;
  }
  const unreadable = cut ? 'the answer was cut off at the token limit' : 'the answer is not JSON';
  return {
    ok: false,
    problem: cut ? unreadable : (problem ?? unreadable),
    isJson: cut || problem !== undefined,
  };
}
