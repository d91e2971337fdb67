'use client';

/**
 * What a page asked while the server rendered it goes into its HTML, so that the browser begins with the same
 * answers and asks for none of them again.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useServerInsertedHTML } from 'next/navigation';
import { useEffect } from 'react';
import type { AnswerPageCall } from '../../server/api/socket/page-calls.ts';

export const onServer = typeof window === 'undefined';

/** The longest that a page waits for its answers, in milliseconds. The browser asks for those that take longer. */
const PATIENCE_MS = 2000;
const ID = 'first-answers';

interface FirstAnswers {
  /** When the page was rendered, in milliseconds of the server's clock. */
  at: number;
  answers: [QueryKey, unknown][];
}

let read: FirstAnswers | null | undefined;

/** What came with this document; null once a page has taken it over, and where nothing came. */
export function firstAnswers(): FirstAnswers | null {
  // Kept, since React may begin again before it has taken over what it reads here.
  if (read === undefined) {
    const text = onServer ? null : document.getElementById(ID)?.textContent;
    read = text ? (JSON.parse(text) as FirstAnswers) : null;
  }
  return read;
}

/** Puts the answers of `queries` into the document on the server; in the browser, forgets them once they are in use. */
export function FirstAnswersScript({ queries }: { queries: QueryClient }) {
  useServerInsertedHTML(() => {
    const known = queries.getQueryCache().getAll();
    const answers = known.flatMap(({ queryKey, state }) =>
      state.status === 'success' ? [[queryKey, state.data]] : [],
    );
    if (answers.length === 0) return null;
    const html = JSON.stringify({ at: Date.now(), answers }).replaceAll('<', '\\u003c');
    return <script id={ID} type="application/json" dangerouslySetInnerHTML={{ __html: html }} />;
  });
  useEffect(() => {
    read = null;
  }, []);
  return null;
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
