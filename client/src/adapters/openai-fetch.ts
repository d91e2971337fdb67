/**
 * Agents that reach their model by an OpenAI-compatible interface, in any framework: a `fetch` for `new OpenAI`
 * (and for everything that takes such a client or a fetch). The answer goes to the agent as it came, byte for byte and
 * no faster than it reads; what passes is kept for the record.
 */
import { type JsonObject, parsedJson } from '../json.ts';
import { retryAfterMs } from '../reply.ts';
import { type Conversation, type ConversationItem, conversationOf, recentItems } from './conversation.ts';
import { observed, type ResponseObserver } from './observed-response.ts';
import type { ModelCall, Retry } from './open-run.ts';
import { formOf, type ReadAnswer, type RequestForm, valuesOf } from './openai-forms.ts';
import { type AdapterOptions, RunWatch } from './run-watch.ts';

export interface OpenAIFetchOptions extends AdapterOptions {
  /** What sends the requests. Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** Name of the framework in the records. Default: `openai`. */
  framework?: string | undefined;
}

interface WatchedRequest {
  form: RequestForm;
  body: JsonObject;
  /** The conversation, with what the service remembers of it. */
  items: ConversationItem[];
  run: Conversation;
  isRetry: boolean;
  model: string | undefined;
  hasText(text: string): boolean;
}

/** Conversations that the service remembers are remembered here too, the latest of them. */
const MAX_REMEMBERED = 200;

class ResponseHistory {
  readonly #items = new Map<string, ConversationItem[]>();

  before(id: string | null): ConversationItem[] {
    return (id === null ? undefined : this.#items.get(id)) ?? [];
  }

  keep(id: string, items: readonly ConversationItem[]): void {
    this.#items.delete(id);
    this.#items.set(id, recentItems(items));
    const [oldest] = this.#items.keys();
    if (this.#items.size > MAX_REMEMBERED && oldest !== undefined) this.#items.delete(oldest);
  }
}

type Init = RequestInit | undefined;

/** The request as a run's model call; null for anything else that passes by. */
function watchedRequest(
  input: Parameters<typeof fetch>[0],
  init: Init,
  remembered: ResponseHistory,
): WatchedRequest | null {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : null;
  const form = url === null ? null : formOf(url);
  if (form === null || typeof init?.body !== 'string') return null;
  const body = parsedJson(init.body) as JsonObject | null | undefined;
  if (typeof body !== 'object' || body === null) return null;
  const items = [...remembered.before(form.previous(body)), ...form.items(body)];
  const run = conversationOf(items);
  // The `openai` client counts its own tries; frameworks that use it may begin from 0 with each of theirs.
  const isRetry = Number(new Headers(init.headers).get('x-stainless-retry-count')) > 0;
  const sent = init.body;
  const hasText = (text: string) => sent.includes(JSON.stringify(text).slice(1, -1));
  const model = typeof body.model === 'string' ? body.model : undefined;
  return run === null ? null : { form, body, items, run, isRetry, model, hasText };
}

/** A length that was set for the old body would be wrong for the new one. */
function withBody(init: Init, body: JsonObject): RequestInit {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  return { ...init, headers, body: JSON.stringify(body) };
}

/** The request with what is known; the same where nothing is. */
function changedInit(init: Init, { form, body }: WatchedRequest, { instructions, notes }: ModelCall): Init {
  const noted = form.withNotes(body, notes);
  const learned = instructions === '' ? noted : form.withInstructions(noted, instructions);
  return learned === body ? init : withBody(init, learned);
}

/** What frameworks wait before they try again, at least and at most, unless the service says how long. */
const RETRY: Retry = { fromMs: 300, untilMs: 60_000 };
/** After a request that was cancelled: by the framework's own limit, after which it tries again, or by the agent. */
const RETRY_CANCELLED: Retry = { fromMs: 300, untilMs: 10_000 };

function isPassing({ status, headers }: Response): boolean {
  const said = headers.get('x-should-retry');
  if (said === 'true' || said === 'false') return said === 'true';
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function retryOf(response: Response): Retry | null {
  if (!isPassing(response)) return null;
  const precise = Number.parseFloat(response.headers.get('retry-after-ms') ?? '');
  const asked = Number.isNaN(precise) ? retryAfterMs(response.headers.get('retry-after')) : precise;
  return asked === null ? RETRY : { fromMs: asked * 0.9, untilMs: asked + RETRY.untilMs };
}

function reportAnswer(call: ModelCall, answer: ReadAnswer | null): void {
  if (answer === null) call.stopped({ text: '', calls: [] });
  else if (answer.error !== null) call.failed(answer.error, null);
  else if (answer.isComplete) call.answered(answer);
  else call.stopped(answer);
}

/** `new OpenAI({ fetch: whetstoneFetch({ client }) })`. */
export function whetstoneFetch(options: OpenAIFetchOptions = {}): typeof fetch {
  const watch = new RunWatch(options.framework ?? 'openai', options);
  const remembered = new ResponseHistory();
  const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  /** Keeps what a later request will leave out, since the service remembers it. */
  function remember({ form, body, items }: WatchedRequest, { id, text, calls }: ReadAnswer): void {
    const said: ConversationItem[] = text === '' ? [] : [{ kind: 'message', role: 'assistant', text }];
    const all = [...items, ...said, ...calls];
    if (id !== null) remembered.keep(id, all);
    const kept = body.previous_response_id === undefined ? form.previous(body) : null;
    if (kept !== null) remembered.keep(kept, all);
  }

  function observerOf(watched: WatchedRequest, call: ModelCall): ResponseObserver {
    const read = (text: string): ReadAnswer | null => {
      const answer = watched.form.answer(valuesOf(text));
      if (answer !== null) remember(watched, answer);
      return answer;
    };
    return {
      guard: (work) => watch.guard(work),
      asks: () => call.asks(),
      rests: () => call.rests(),
      end: (text) => reportAnswer(call, read(text)),
      stopped(text, error) {
        const answer = read(text);
        if (error === null || answer?.isComplete === true) reportAnswer(call, answer);
        else call.failed(error, null);
      },
    };
  }

  async function sent(input: Parameters<typeof fetch>[0], init: Init, call: ModelCall): Promise<Response> {
    try {
      const response = await send(input, init);
      const refused = new Error(`the model's service answered ${response.status}`);
      if (!response.ok) watch.guard(() => call.failed(refused, retryOf(response)));
      return response;
    } catch (error) {
      watch.guard(() => call.failed(error, init?.signal?.aborted === true ? RETRY_CANCELLED : RETRY));
      throw error;
    }
  }

  return async function fetchWithLearning(input, init) {
    const watched = await watch.guarded(() => watchedRequest(input, init, remembered), null);
    const call = watched === null ? null : await watch.begin(watched.run, watched);
    if (watched === null || call === null) return await send(input, init);
    const changed = await watch.guarded(() => changedInit(init, watched, call), init);
    const response = await sent(input, changed, call);
    if (!response.ok) return response;
    const followed = await watch.guarded(() => observed(response, observerOf(watched, call)), null);
    if (followed === null) watch.guard(() => call.stopped({ text: '', calls: [] }));
    return followed ?? response;
  };
}
