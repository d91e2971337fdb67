/**
 * Agents that reach their model by an OpenAI-compatible interface, in any framework: a `fetch` for `new
 * OpenAI` (and for everything that takes such a client or a fetch). The answer goes to the agent as it came,
 * byte for byte and no faster than it reads; what passes is kept for the record.
 */
import { parsedJson } from '../reply.ts';
import { type Conversation, toConversation } from './conversation.ts';
import { observed } from './observed-response.ts';
import { type Form, findForm, type Loose, parseValues } from './openai-forms.ts';
import { type AdapterOptions, RunWatch } from './run-watch.ts';

export interface OpenAIFetchOptions extends AdapterOptions {
  /** What sends the requests. Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** Name of the framework in the records. Default: `openai`. */
  framework?: string | undefined;
}

interface Watched {
  form: Form;
  body: Loose;
  run: Conversation;
}

/** The request as a run's model call; null for anything else that passes by. */
function watchedRequest(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Watched | null {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : null;
  const form = url === null ? null : findForm(url);
  if (form === null || typeof init?.body !== 'string') return null;
  const body = parsedJson(init.body);
  if (typeof body !== 'object' || body === null) return null;
  const run = toConversation(form.items(body as Loose));
  return run === null ? null : { form, body: body as Loose, run };
}

/** A length that was set for the old body would be wrong for the new one. */
function withBody(init: RequestInit | undefined, body: Loose): RequestInit {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  return { ...init, headers, body: JSON.stringify(body) };
}

/** `new OpenAI({ fetch: whetstoneFetch({ client }) })`. */
export function whetstoneFetch(options: OpenAIFetchOptions = {}): typeof fetch {
  const watch = new RunWatch(options.framework ?? 'openai', options);
  const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function recordFrom(text: string, { form, run }: Watched): Promise<void> {
    const answer = form.answer(parseValues(text));
    if (answer !== null && !answer.goesOn) await watch.ended(run, answer.text);
  }

  return async function fetchWithLearning(input, init) {
    const watched = await watch.guarded(() => watchedRequest(input, init), null);
    if (watched === null) return await send(input, init);
    const { instructions } = await watch.recall(watched.run);
    const changed = await watch.guarded(
      () =>
        instructions === ''
          ? init
          : withBody(init, watched.form.withInstructions(watched.body, instructions)),
      init,
    );
    const response = await send(input, changed);
    // A refused call says nothing about the run: the caller may try again.
    if (!response.ok) return response;
    const guard = (work: () => unknown) => void watch.guarded(work, undefined);
    const end = (text: string) => guard(() => recordFrom(text, watched));
    return await watch.guarded(() => observed(response, { guard, end }), response);
  };
}
