/**
 * What a stand-in for the learning model will do: the answers and the troubles that a test wrote down, taken
 * in order.
 */
import type { Purpose } from '../../domain/learning/answers.ts';

/** One call as the stand-in saw it. `usage` is what its reply reported, null where no such reply was sent. */
export interface RecordedCall {
  purpose: Purpose | null;
  form: 'json_schema' | 'json_object' | 'text';
  system: string;
  /** Everything after the system message, joined. */
  user: string;
  body: CompletionRequest;
  authorization: string | undefined;
  /** The status that was sent; 0 for a dropped connection, null until there is one. */
  status: number | null;
  usage: { input: number; output: number } | null;
}

/** Makes the answer to a call; an object becomes JSON, a promise is waited for. */
export type Answerer = (call: RecordedCall) => unknown;

export interface Failure {
  status: number;
  /** How often; always unless given. */
  times?: number;
  /** The Retry-After header: seconds, or a date. */
  retryAfter?: number | string;
  /** What `error.message` says. */
  message?: string;
}

/** A purpose, or every one of them. */
type Whose = Purpose | '*';

/** How a test says what happens. */
export interface Controls {
  /** What a purpose is answered with from now on: a value, or what a function makes of the call. */
  answer(purpose: Purpose, answer: unknown): void;
  /** Answers with an error instead. */
  fail(purpose: Whose, failure: Failure): void;
  /** Answers with this text as the message's content, with usage. */
  malformed(purpose: Whose, text: string, times?: number, finishReason?: string): void;
  /** Answers with this text as the whole body. */
  garbled(purpose: Whose, body: string, times?: number): void;
  /** Closes the connection after it has read the request. */
  drop(times?: number): void;
  /** Waits before every reply, embeddings included. */
  latency(milliseconds: number): void;
  /** Refuses structured output from now on. */
  refuseSchema(): void;
  /** Refuses requests that have this field from now on, naming it. */
  refuse(field: string): void;
  /** What the embeddings endpoint makes of a text; a deterministic bag of words unless given. */
  embed(vector: (text: string) => number[]): void;
  /** Makes the embeddings endpoint fail. */
  failEmbeddings(failure: Failure): void;
}

export type Trouble =
  | { kind: 'status'; failure: Failure }
  | { kind: 'content'; text: string; finishReason: string }
  | { kind: 'body'; text: string }
  | { kind: 'drop' };

interface Planned {
  purpose: Whose;
  left: number;
  trouble: Trouble;
}

export interface Plan {
  answers: Map<Purpose, unknown>;
  troubles: Planned[];
  latency: number;
  refused: string[];
  embed: ((text: string) => number[]) | null;
  embeddingFailures: Planned[];
}

/** A plan under which every call gets the default answer. */
export const emptyPlan = (): Plan => ({
  answers: new Map(),
  troubles: [],
  latency: 0,
  refused: [],
  embed: null,
  embeddingFailures: [],
});

/** The first planned trouble that concerns a purpose; each time it is taken it has one time less. */
export function takeTrouble(planned: Planned[], purpose: Purpose | null): Trouble | null {
  const next = planned.find(({ purpose: whose, left }) => left > 0 && (whose === '*' || whose === purpose));
  if (next === undefined) return null;
  next.left -= 1;
  return next.trouble;
}

/** The ways in which a test says what happens; `plan` is what they change. */
export function controls(plan: () => Plan): Controls {
  const trouble = (purpose: Whose, left: number, of: Trouble) =>
    void plan().troubles.push({ purpose, left, trouble: of });
  const always = Number.POSITIVE_INFINITY;
  return {
    answer: (purpose, answer) => void plan().answers.set(purpose, answer),
    fail: (purpose, failure) => trouble(purpose, failure.times ?? always, { kind: 'status', failure }),
    malformed: (purpose, text, times = always, finishReason = 'stop') =>
      trouble(purpose, times, { kind: 'content', text, finishReason }),
    garbled: (purpose, text, times = always) => trouble(purpose, times, { kind: 'body', text }),
    drop: (times = always) => trouble('*', times, { kind: 'drop' }),
    latency: (milliseconds) => Object.assign(plan(), { latency: milliseconds }),
    refuseSchema: () => void plan().refused.push('json_schema'),
    refuse: (field) => void plan().refused.push(field),
    embed: (vector) => Object.assign(plan(), { embed: vector }),
    failEmbeddings: (failure) =>
      void plan().embeddingFailures.push({
        purpose: '*',
        left: failure.times ?? always,
        trouble: { kind: 'status', failure },
      }),
  };
}

/**
 * Replies in the form of the protocol, with the token counts and the vectors that a stand-in makes up, always
 * the same for the same text.
 */

/** What is read of a chat request. */
export interface CompletionRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: {
    type: 'json_schema' | 'json_object' | 'text';
    json_schema?: { name: string; strict: boolean; schema: Record<string, unknown> };
  };
  reasoning_effort?: string;
  max_completion_tokens?: number;
  max_tokens?: number;
}

/** Tokens of one call; `cached` are within `prompt`. */
interface ReportedTokens {
  prompt: number;
  cached: number;
  completion: number;
}

const DIMENSIONS = 64;

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** Four characters are a token; the system message counts as cached. */
export function countTokens({ messages }: CompletionRequest, content: string): ReportedTokens {
  return {
    prompt: messages.reduce((sum, message) => sum + tokens(message.content), 0),
    cached: tokens(messages[0]?.content ?? ''),
    completion: tokens(content),
  };
}

/** A chat completion. */
export function completionReply(
  content: string,
  { prompt, cached, completion }: ReportedTokens,
  finishReason: string,
) {
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    },
  };
}

/** A bag of words as a vector of length 1: texts that share words point the same way. */
export function bagOfWords(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
    const place = hash % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** A reply of the embeddings endpoint. */
export function embeddingsReply(texts: readonly string[], vectorOf: (text: string) => number[]) {
  const prompt = texts.reduce((sum, text) => sum + tokens(text), 0);
  return {
    object: 'list',
    model: 'stand-in',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: prompt, total_tokens: prompt },
  };
}
