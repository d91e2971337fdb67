/** What a page asked while the server rendered it goes into its HTML, so that the browser asks for none of it again. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnswerPageCall } from '../../server/api/socket/page-calls.ts';

export const onServer = typeof window === 'undefined';

/** The longest that a page waits for its answers, in milliseconds. The browser asks for those that take longer. */
const PATIENCE_MS = 2000;
export const NAME = 'first-answers';

type FirstAnswers = [QueryKey, unknown][];

let read: FirstAnswers | null | undefined;

/** What came with this document; null where nothing came. */
export function firstAnswers(): FirstAnswers | null {
  // Kept, since React may begin again before it has taken over what it reads here.
  if (read === undefined) {
    const sent = onServer ? null : document.querySelector(`meta[name=${NAME}]`)?.getAttribute('content');
    read = typeof sent === 'string' ? (JSON.parse(sent) as FirstAnswers) : null;
  }
  return read;
}

/** Forgets the answers, once a page has taken them over. */
export function forgetFirstAnswers(): void {
  if (read) read = [];
}

/** What `queries` know by now, as the content of {@link firstAnswers}' element; null where they know nothing. */
export function answersOf(queries: QueryClient): string | null {
  const known = queries.getQueryCache().getAll();
  const answers = known.flatMap(({ queryKey, state }) =>
    state.status === 'success' ? [[queryKey, state.data]] : [],
  );
  return answers.length === 0 ? null : JSON.stringify(answers);
}

/** A `fetch` for the calls of a page that the server renders: they are answered in this process, or late by the browser. */
export function fetchOnServer() {
  const late = AbortSignal.timeout(PATIENCE_MS);
  return async (target: RequestInfo | URL, init?: { headers?: HeadersInit | undefined }) => {
    const shared: Map<string, unknown> | undefined = Reflect.get(globalThis, Symbol.for('whetstone.shared'));
    const answer = shared?.get('page-calls') as AnswerPageCall | undefined;
    if (answer === undefined) throw new Error('the gateway answers no calls of pages');
    const tooLate = new Promise<never>((_, reject) => {
      if (late.aborted) reject(late.reason);
      late.addEventListener('abort', () => reject(late.reason), { once: true });
    });
    return await Promise.race([answer(String(target), new Headers(init?.headers)), tooLate]);
  };
}
