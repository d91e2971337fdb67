/**
 * The configured endpoint: the way to it, and what one process keeps about it. Made once, when the first
 * question is asked.
 */
import PQueue from 'p-queue';
import type { Config } from '../config/config.ts';
import type { Runtime } from '../runtime.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Dialect, FULL_DIALECT } from './dialect.ts';
import type { ModelClient } from './model-client.ts';
import { createRatePause, ModelUnavailable, type RatePause } from './model-errors.ts';

/**
 * Calls of one process: how many are under way at once, and how many may wait before further ones are turned
 * away.
 */
const QUEUES = { jobs: { calls: 8, waiting: 1000 }, callers: { calls: 4, waiting: 100 } } as const;

/** Who waits for the answer: a job, or a caller's request. */
export type QueueName = keyof typeof QUEUES;

/** Characters that one token of an answer can hardly exceed, and an answer's least bound. */
const TOKEN_CHARACTERS = 12;
const LEAST_ANSWER = 20_000;

/** What JSON escapes can make of a character, and what surrounds the answer in a reply. */
const ESCAPED_BYTES = 6;
const ENVELOPE_BYTES = 1_000_000;

export interface Endpoint extends ModelClient {
  readonly model: string;
  readonly budget: Budget;
  readonly queues: Record<QueueName, { queue: PQueue; waiting: number }>;
  readonly pause: RatePause;
  /** Longest answer that is looked at, in characters. */
  readonly maxAnswer: number;
  /** How the endpoint is asked, and when that began to be found out (ms). */
  dialect: Dialect;
  dialectAt: number;
  /** Whether the database has this dialect. */
  isDialectStored: boolean;
  /** First answers in a row that were no JSON. */
  proseAnswers: number;
  /** The reading of the dialect that is under way, for all questions together. */
  loading: Promise<void> | null;
}

/** Whether a learning model is configured. */
export function modelConfigured({ model }: Config): boolean {
  return model.provider !== 'none';
}

function createQueue(name: QueueName): { queue: PQueue; waiting: number } {
  const { calls, waiting } = QUEUES[name];
  return { queue: new PQueue({ concurrency: calls }), waiting };
}

/** The client library is loaded with the first call. */
function loadedLater(config: Config, maxReplyBytes: number): ModelClient {
  let client: ModelClient | undefined;
  const load = async (): Promise<ModelClient> => {
    const { createModelClient } = await import('./model-client.ts');
    client ??= createModelClient(config, maxReplyBytes);
    return client;
  };
  return {
    post: async (body, options) => await (await load()).post(body, options),
    readContext: async () => await (await load()).readContext(),
  };
}

function createEndpoint(runtime: Runtime): Endpoint {
  const { model } = runtime.config;
  const maxAnswer = Math.max(LEAST_ANSWER, model.maxTokens * TOKEN_CHARACTERS);
  return {
    ...loadedLater(runtime.config, ENVELOPE_BYTES + maxAnswer * ESCAPED_BYTES),
    model: model.name ?? '',
    budget: createBudget(runtime),
    queues: { jobs: createQueue('jobs'), callers: createQueue('callers') },
    pause: createRatePause(),
    maxAnswer,
    dialect: FULL_DIALECT,
    dialectAt: 0,
    isDialectStored: false,
    proseAnswers: 0,
    loading: null,
  };
}

/** The endpoint of this process. Throws {@link ModelUnavailable} where none is configured. */
export function modelEndpoint(runtime: Runtime): Endpoint {
  if (!modelConfigured(runtime.config)) throw new ModelUnavailable('no provider is configured');
  return runtime.once('llm.endpoint', () => createEndpoint(runtime));
}
