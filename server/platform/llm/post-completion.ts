/**
 * The client library, behind one function. What it throws is told apart here, beside the client that throws
 * it: the dashboard's bundle has a copy of this module and of the library, and an error of the one copy is
 * none of the other's classes.
 */
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { Config } from '../config/config.ts';
import { type CallOutcome, failureOutcome, wasSent } from './outcome.ts';

// The network call below the model's client library. It reads a reply whole, within a bound, so that the
// library's time-out covers the body too and an endless reply cannot fill the memory; it follows no redirect,
// so that a prompt goes only where the operator sends it.

/** Most characters of an error's body that are looked at. */
const MAX_ERROR_TEXT = 2000;

const BODILESS = new Set([204, 205, 304]);

/** The reply is longer than any answer that was asked for. */
class OversizedReply extends Error {
  override readonly name = 'OversizedReply';
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new OversizedReply('the reply is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The error text of any endpoint in the one form that the library reads. */
function errorBody(text: string): string {
  return JSON.stringify({ error: { message: text.slice(0, MAX_ERROR_TEXT) } });
}

/** A `fetch` whose replies are at most `maxBytes` long. */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const text = await readText(response, maxBytes);
    const { status, headers } = response;
    if (BODILESS.has(status)) return new Response(null, { status, headers });
    if (response.ok) return new Response(text, { status, headers });
    return new Response(errorBody(text), { status, headers });
  };
}

const DEFAULT_URL = 'https://api.openai.com/v1';

interface PostOptions {
  timeoutMs: number;
  signal: AbortSignal | undefined;
  now: Date;
}

/**
 * Either what was received, unread, or what the failure means and whether the request reached the endpoint.
 */
type PostResult = { received: unknown } | { outcome: CallOutcome; sent: boolean };

/**
 * Sends one chat completion; one that the signal ended has failed. Throws only errors that are not the
 * endpoint's.
 */
export type PostCompletion = (
  body: ChatCompletionCreateParamsNonStreaming,
  options: PostOptions,
) => Promise<PostResult>;

/**
 * The library reads the environment for whatever it is not given, and prints unless told not to: here it is
 * told everything.
 */
function createClient({ model }: Config, maxReplyBytes: number): OpenAI {
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
  const client = createClient(config, maxReplyBytes);
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
