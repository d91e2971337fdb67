/**
 * What a stand-in for the learning model will do: the answers and the troubles that a test wrote down, taken
 * in order.
 */
import type { Purpose } from '../../server/domain/learning/answers.ts';
import type { CompletionRequest } from './stand-in-replies.ts';

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
  /** What the embeddings endpoint makes of a text; a projection of its words unless given. */
  embed(vector: (text: string, model: string | undefined) => number[]): void;
  /** Makes the embeddings endpoint fail; only for requests that hold the text `about`, if given. */
  failEmbeddings(failure: Failure & { about?: string }): void;
}

export type Trouble =
  | { kind: 'status'; failure: Failure }
  | { kind: 'content'; text: string; finishReason: string }
  | { kind: 'body'; text: string }
  | { kind: 'drop' };

interface Planned {
  purpose: Whose;
  /** Concerns requests with this text alone. */
  about?: string | undefined;
  left: number;
  trouble: Trouble;
}

export interface Plan {
  answers: Map<Purpose, unknown>;
  troubles: Planned[];
  latency: number;
  refused: string[];
  embed: ((text: string, model: string | undefined) => number[]) | null;
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
export function takeTrouble(
  planned: Planned[],
  purpose: Purpose | null,
  texts: readonly string[] = [],
): Trouble | null {
  const next = planned.find(
    ({ purpose: whose, left, about }) =>
      left > 0 && (whose === '*' || whose === purpose) && (about === undefined || texts.includes(about)),
  );
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
        about: failure.about,
        left: failure.times ?? always,
        trouble: { kind: 'status', failure },
      }),
  };
}
