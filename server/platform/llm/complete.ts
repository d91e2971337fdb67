/**
 * One answer, through everything that stands between: a turn among the process's calls, the pauses that the
 * provider asks for, a dropped connection, a part of the protocol that the endpoint lacks. The budget is
 * looked at before every single request.
 */
import type { Runtime } from '../runtime.ts';
import { type Capabilities, withoutRefused } from './capabilities.ts';
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
import { type Prompt, sendRequest } from './send-request.ts';

/**
 * How long a caller waits, in milliseconds: for one request, and in all for a provider that limits or fails.
 */
export interface TimeoutPolicy {
  timeoutMs: number;
  waitMs: number;
  /** Callers' questions do not wait behind jobs'. */
  queue: QueueName;
}

/** Of a job: a long answer is worth waiting for. */
export const JOB_TIMEOUTS: TimeoutPolicy = { timeoutMs: 240_000, waitMs: 60_000, queue: 'jobs' };

/** Of a request that a caller waits for. */
export const CALLER_TIMEOUTS: TimeoutPolicy = { timeoutMs: 60_000, waitMs: 5000, queue: 'callers' };

/** Requests after the first that a rate limit and that an error may cost, and the first wait before each. */
const LIMITED = { retries: 4, waitMs: 1000 };
const SHAKEN = { retries: 1, waitMs: 250 };

const rateLimited = (pause: RatePause): ModelUnavailable =>
  new ModelUnavailable('the provider limits the rate', Math.max(1, Math.ceil(pause.left() / 1000)));

/** What a caller brings. */
export interface CompletionOptions {
  timeouts: TimeoutPolicy;
  signal: AbortSignal | undefined;
}

/** The state of one question between its requests. */
interface Progress {
  capabilities: Capabilities;
  limited: number;
  shaken: number;
  waiting: WaitBudget;
}

async function takeTurn(
  runtime: Runtime,
  endpoint: Endpoint,
  prompt: Prompt,
  { capabilities, timeouts, signal }: CompletionOptions & { capabilities: Capabilities },
): Promise<CallOutcome> {
  const { queue, waiting } = endpoint.queues[timeouts.queue];
  if (queue.size >= waiting) throw new ModelUnavailable('too many calls wait for it');
  return await queue.add(
    async () => {
      await endpoint.budget.check(prompt.tenant);
      return await sendRequest(runtime, endpoint, prompt, {
        capabilities,
        timeoutMs: timeouts.timeoutMs,
        signal,
      });
    },
    signal === undefined ? {} : { signal },
  );
}

/** Prepares the next request after one that brought no answer, or throws. */
async function prepareNext(
  { random }: Runtime,
  { pause }: Endpoint,
  outcome: Exclude<CallOutcome, { kind: 'answered' }>,
  progress: Progress,
): Promise<void> {
  switch (outcome.kind) {
    case 'refused': {
      const capabilities = withoutRefused(progress.capabilities, outcome.refusal);
      if (capabilities === null)
        throw new ModelUnavailable(`the endpoint refuses the request (${outcome.status})`);
      progress.capabilities = capabilities;
      return;
    }
    case 'limited': {
      pause.begin(outcome.waitMs ?? LIMITED.waitMs * 2 ** progress.limited * (1 + random() / 4));
      progress.limited += 1;
      if (progress.limited > LIMITED.retries) throw rateLimited(pause);
      return;
    }
    case 'shaken': {
      const giveUp = () => new ModelUnavailable(outcome.reason);
      progress.shaken += 1;
      if (progress.shaken > SHAKEN.retries) throw giveUp();
      return await progress.waiting.wait(SHAKEN.waitMs, giveUp);
    }
    case 'failed':
      throw new ModelUnavailable(outcome.reason);
    case 'spoiled':
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
  { timeouts, signal }: CompletionOptions,
): Promise<Reply> {
  const waiting = createWaiting(timeouts.waitMs, signal);
  const progress: Progress = { capabilities: endpoint.capabilities, limited: 0, shaken: 0, waiting };
  for (;;) {
    await waiting.wait(endpoint.pause.left(), () => rateLimited(endpoint.pause));
    const { capabilities } = progress;
    const outcome = await takeTurn(runtime, endpoint, prompt, { capabilities, timeouts, signal });
    if (outcome.kind === 'answered') {
      remember(runtime, endpoint, capabilities);
      return outcome.reply;
    }
    await prepareNext(runtime, endpoint, outcome, progress);
  }
}

/** Keeps what the endpoint was found to lack, so that no later question is refused for it. */
function remember({ log }: Runtime, endpoint: Endpoint, capabilities: Capabilities): void {
  const known = endpoint.capabilities;
  const next: Capabilities = {
    schema: known.schema && capabilities.schema,
    effort: known.effort && capabilities.effort,
    bound: capabilities.bound === 'max_tokens' ? capabilities.bound : known.bound,
  };
  if (next.schema === known.schema && next.effort === known.effort && next.bound === known.bound) return;
  endpoint.capabilities = next;
  log.info('llm.dialect', { json_schema: next.schema, reasoning_effort: next.effort, bound: next.bound });
}
