/**
 * The client library, behind one function. What it throws is told apart here, beside the client that throws it: the dashboard's bundle has
 * a copy of this module and of the library, and an error of the one copy is none of the other's classes.
 */
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { Config } from '../config/config.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { failureOutcome, type Outcome, wasSent } from './outcome.ts';

const DEFAULT_URL = 'https://api.openai.com/v1';

interface PostOptions {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  now: Date;
}

/** Either what was received, unread, or what the failure means and whether the request reached the endpoint. */
type Posted = { received: unknown } | { outcome: Outcome; sent: boolean };

/** Sends one chat completion; one that the signal ended has failed. Throws only faults that are not the endpoint's. */
export type PostCompletion = (
  body: ChatCompletionCreateParamsNonStreaming,
  options: PostOptions,
) => Promise<Posted>;

/** The library reads the environment for whatever it is not given, and prints unless told not to: here it is told everything. */
function clientOf({ model }: Config, maxReplyBytes: number): OpenAI {
  return new OpenAI({
    baseURL: model.baseUrl ?? DEFAULT_URL,
    apiKey: model.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(model.apiKey === null ? { defaultHeaders: { authorization: null } } : {}),
    maxRetries: 0,
    logLevel: 'off',
    fetch: boundedFetch(maxReplyBytes),
  });
}

/** A way to the configured endpoint, for replies of at most `maxReplyBytes`. */
export function createPostCompletion(config: Config, maxReplyBytes: number): PostCompletion {
  const client = clientOf(config, maxReplyBytes);
  return async (body, { timeoutMs, signal, now }) => {
    try {
      const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
      return { received: await client.chat.completions.create(body, options) };
    } catch (error) {
      if (signal?.aborted)
        return { outcome: { kind: 'failed', reason: 'it was ended' }, sent: wasSent(error) };
      return { outcome: failureOutcome(error, timeoutMs, now), sent: wasSent(error) };
    }
  };
}
