/**
 * The client library, behind one function. What it throws is told apart here, beside the client that throws
 * it: the dashboard's bundle has a copy of this module and of the library, and an error of the one copy is
 * none of the other's classes.
 */
import OpenAI from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { type CallOutcome, failureOutcome, wasSent } from './outcome.ts';
import { parseReplyText, readErrorText } from './read-reply.ts';

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

/** An endpoint's error in the one form that the library reads. */
function errorBody(text: string): string {
  const words = readErrorText(parseReplyText(text)) || text;
  return JSON.stringify({ error: { message: words.slice(0, MAX_ERROR_TEXT) } });
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

/** How long the list of models is waited for. */
const MODELS_TIMEOUT_MS = 2000;

export interface ModelClient {
  /** Sends one chat completion; one that the signal ended has failed. Throws only errors that are not the endpoint's. */
  post(body: ChatCompletionCreateParamsNonStreaming, options: PostOptions): Promise<PostResult>;
  /** The context's length in tokens, null where the endpoint does not list it. */
  readContext(): Promise<number | null>;
}

/**
 * The library reads the environment for whatever it is not given, and prints unless told not to: here it is given
 * everything. A query in the base address, such as Azure's `api-version`, goes with every request.
 */
function createClient({ model }: Config, maxReplyBytes: number): OpenAI {
  const base = new URL(model.baseUrl ?? DEFAULT_URL);
  const defaultQuery = Object.fromEntries(base.searchParams);
  base.search = '';
  return new OpenAI({
    baseURL: base.href.replace(/\/$/, ''),
    defaultQuery,
    apiKey: model.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...(model.apiKey === null ? { authorization: null } : {}), ...model.headers },
    maxRetries: 0,
    logLevel: 'off',
    fetch: boundedFetch(maxReplyBytes),
  });
}

/** A client of the configured endpoint, for replies of at most `maxReplyBytes`. */
export function createModelClient(config: Config, maxReplyBytes: number): ModelClient {
  const client = createClient(config, maxReplyBytes);
  const { apiKey } = config.model;
  return {
    async post(body, { timeoutMs, signal, now }) {
      try {
        const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) };
        const received: unknown = await client.chat.completions.create(body, options);
        // The library passes on as text whatever is not of the content type of JSON.
        return { received: typeof received === 'string' ? (parseReplyText(received) ?? received) : received };
      } catch (error) {
        if (signal?.aborted)
          return { outcome: { kind: 'failed', reason: 'it was ended' }, sent: wasSent(error) };
        return { outcome: failureOutcome(error, { timeoutMs, now, apiKey }), sent: wasSent(error) };
      }
    },
    async readContext() {
      try {
        const { data } = await client.models.list({ timeout: MODELS_TIMEOUT_MS });
        return listedContext(data, config.model.name);
      } catch {
        // Many endpoints list no models; the context is then learned from a refusal.
        return null;
      }
    },
  };
}

const tokens = z.number().int().min(256).max(100_000_000);

/** Where endpoints list the length of the context: vLLM, llama.cpp, OpenRouter, LM Studio. */
const modelSchema = z.object({
  id: z.string(),
  max_model_len: tokens.nullish().catch(null),
  n_ctx: tokens.nullish().catch(null),
  context_length: tokens.nullish().catch(null),
  max_context_length: tokens.nullish().catch(null),
  meta: z
    .object({ n_ctx: tokens.nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** The context's length of a model in tokens as its endpoint lists it; null where it does not. */
export function listedContext(models: unknown, name: string | null): number | null {
  const read = z.array(z.unknown()).catch([]).parse(models);
  const found = read.map((model) => modelSchema.safeParse(model)).filter(({ success }) => success);
  const rows = found.map(({ data }) => data);
  const own = rows.find((model) => model?.id === name) ?? (rows.length === 1 ? rows[0] : undefined);
  if (own === undefined) return null;
  return (
    own.max_model_len ?? own.n_ctx ?? own.meta?.n_ctx ?? own.context_length ?? own.max_context_length ?? null
  );
}
