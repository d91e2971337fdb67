/**
 * One answer, through everything that stands between: a turn among the calls of the process, the pauses that the provider
 * asks for, a dropped connection, a part of the protocol that the endpoint does not understand. The budget is checked
 * before every single request.
 */
import { errorFields } from '../log/log.ts';
import type { Runtime } from '../runtime.ts';
import {
  afterRefusal,
  type Dialect,
  isContextRefusal,
  statedContext,
  withoutSuspect,
  withSuspect,
} from './dialect.ts';
import { keepDialect, loadDialect } from './dialect-store.ts';
import type { Endpoint, QueueName } from './endpoint.ts';
import {
  createWaiting,
  ModelUnavailable,
  ModelUnusable,
  type RatePause,
  type WaitBudget,
} from './model-errors.ts';
import type { CallOutcome } from './outcome.ts';
import type { Reply } from './read-reply.ts';
import { answerTokens, type Prompt, sendRequest } from './send-request.ts';

/** How long a caller waits, in milliseconds: for one request, and in all for a provider that limits or fails. */
export interface TimeoutPolicy {
  timeoutMs: number;
  waitMs: number;
  /** Callers' questions do not wait behind jobs'. */
  queue: QueueName;
}

/** Of a job: a long answer is worth waiting for. */
export const JOB_TIMEOUTS: TimeoutPolicy = { timeoutMs: 240_000, waitMs: 60_000, queue: 'jobs' };

/** Of a request that a caller waits for. */
export const REQUEST_TIMEOUTS: TimeoutPolicy = { timeoutMs: 60_000, waitMs: 5000, queue: 'callers' };

/** Requests after the first that a rate limit and that an error may cost, and the first wait before each. */
const RATE_LIMIT_RETRY = { retries: 4, waitMs: 1000 };
const ERROR_RETRY = { retries: 1, waitMs: 250 };

/** A context that refuses a prompt without stating its length is taken for this much shorter than the prompt and its answer. */
const CONTEXT_STEP = 0.5;
/** The shortest context that is tried, in tokens. */
const LEAST_CONTEXT = 2048;

const rateLimited = (pause: RatePause): ModelUnavailable =>
  new ModelUnavailable('the provider limits the rate', Math.max(1, Math.ceil(pause.left() / 1000)));

/** What a caller brings. */
export interface CompletionOptions {
  timeouts: TimeoutPolicy;
  signal: AbortSignal | undefined;
}

/** The state of one question between its requests. */
interface Progress {
  dialect: Dialect;
  /** The dialect without the suspect part that this question tries again; null where it tries none. */
  fallback: Dialect | null;
  rateLimits: number;
  errors: number;
  waiting: WaitBudget;
}

type Failure = Exclude<CallOutcome, { kind: 'answered' }>;

async function takeTurn(
  runtime: Runtime,
  endpoint: Endpoint,
  prompt: Prompt,
  { dialect, timeouts, signal }: CompletionOptions & { dialect: Dialect },
): Promise<CallOutcome> {
  const { queue, waiting } = endpoint.queues[timeouts.queue];
  if (queue.size >= waiting) throw new ModelUnavailable('too many calls wait for it');
  return await queue.add(
    async () => {
      await endpoint.budget.check(prompt.tenant);
      return await sendRequest(runtime, endpoint, prompt, { dialect, timeoutMs: timeouts.timeoutMs, signal });
    },
    signal === undefined ? {} : { signal },
  );
}

/** The dialect after a refusal; null where no other way of asking is left. */
function adaptDialect(
  { dialect, fallback }: Progress,
  words: string,
  sent: { prompt: number; answer: number | null },
): Pick<Progress, 'dialect' | 'fallback'> | null {
  if (isContextRefusal(words)) {
    const size = sent.prompt + (sent.answer ?? 0);
    const stated = statedContext(words);
    const context = stated !== null && stated < (dialect.context ?? Number.POSITIVE_INFINITY) ? stated : null;
    const next = context ?? Math.floor(Math.min(size, dialect.context ?? size) * CONTEXT_STEP);
    if (next < LEAST_CONTEXT && context === null)
      throw new ModelUnusable(`the request does not fit into the model's context: ${words}`);
    return { dialect: { ...dialect, context: next }, fallback };
  }
  if (fallback !== null) return { dialect: withoutSuspect(fallback), fallback: null };
  const next = afterRefusal(dialect, words, sent.answer);
  return next === null ? null : { dialect: next, fallback: null };
}

/** A question that every endpoint can answer. */
const PROBE = { system: 'Answer with {}.', user: 'Answer.', turns: [], schema: { type: 'object' } };

/** The error of a request that is refused in every form: the request's own fault where the endpoint answers another. */
async function refusalError(
  runtime: Runtime,
  endpoint: Endpoint,
  { status, words }: Extract<Failure, { kind: 'refused' }>,
  { prompt, options }: { prompt: Prompt; options: CompletionOptions },
): Promise<Error> {
  const reason = `the endpoint refuses the request (${status}): ${words}`;
  const probe = { ...PROBE, tenant: prompt.tenant, purpose: prompt.purpose };
  const { kind } = await takeTurn(runtime, endpoint, probe, { ...options, dialect: endpoint.dialect });
  return kind === 'answered' ? new ModelUnusable(reason) : new ModelUnavailable(reason);
}

/** Prepares the next request after one that brought no answer, or throws. */
async function prepareNext(
  runtime: Runtime,
  endpoint: Endpoint,
  outcome: Failure,
  { progress, prompt, options }: { progress: Progress; prompt: Prompt; options: CompletionOptions },
): Promise<void> {
  const { config, random } = runtime;
  const { pause } = endpoint;
  switch (outcome.kind) {
    case 'refused': {
      const sent = answerTokens(config.model.maxTokens, prompt, progress.dialect);
      const next = adaptDialect(progress, outcome.words, sent);
      if (next === null) throw await refusalError(runtime, endpoint, outcome, { prompt, options });
      Object.assign(progress, next);
      return;
    }
    case 'rateLimited': {
      pause.begin(outcome.waitMs ?? RATE_LIMIT_RETRY.waitMs * 2 ** progress.rateLimits * (1 + random() / 4));
      progress.rateLimits += 1;
      if (progress.rateLimits > RATE_LIMIT_RETRY.retries) throw rateLimited(pause);
      return;
    }
    case 'transientError': {
      const giveUp = () => new ModelUnavailable(outcome.reason);
      progress.errors += 1;
      if (progress.errors > ERROR_RETRY.retries) throw giveUp();
      return await progress.waiting.wait(ERROR_RETRY.waitMs, giveUp);
    }
    case 'failed':
      throw new ModelUnavailable(outcome.reason);
    case 'contentError':
      throw new ModelUnusable(outcome.problem);
    default:
      return outcome satisfies never;
  }
}

/**
 * Asks until there is an answer. Throws ModelUnavailable, ModelUnusable, OverBudget, or the signal's reason.
 */
export async function complete(
  runtime: Runtime,
  endpoint: Endpoint,
  prompt: Prompt,
  options: CompletionOptions,
): Promise<Reply> {
  const { timeouts, signal } = options;
  const waiting = createWaiting(timeouts.waitMs, signal);
  await loadDialect(runtime, endpoint);
  const retried = withSuspect(endpoint.dialect);
  const progress: Progress = {
    dialect: retried ?? endpoint.dialect,
    fallback: retried === null ? null : endpoint.dialect,
    ...{ rateLimits: 0, errors: 0, waiting },
  };
  for (;;) {
    await waiting.wait(endpoint.pause.left(), () => rateLimited(endpoint.pause));
    const { dialect } = progress;
    const outcome = await takeTurn(runtime, endpoint, prompt, { ...options, dialect });
    if (outcome.kind === 'answered') {
      await keepDialect(runtime, endpoint, dialect).catch((error) =>
        runtime.log.error('llm.dialect_not_stored', errorFields(error)),
      );
      return outcome.reply;
    }
    await prepareNext(runtime, endpoint, outcome, { progress, prompt, options });
  }
}
