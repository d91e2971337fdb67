'use client';

/** The state of a page in its address, with nuqs: what is missing or invalid is the default, which is left out of an address. */
import { usePathname, useSearchParams } from 'next/navigation';
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  type ParserMap,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import type { MouseEvent } from 'react';

/** What a page's schema makes of an address. */
export type UrlState<Schema extends ParserMap> = inferParserType<Schema>;

/** One of `values`, else `fallback`. */
export function oneOf<const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) {
  return parseAsStringLiteral(values).withDefault(fallback as NonNullable<Value>);
}

/** Text of at most `longest` characters, of the form `form` where one is given; else none. */
export function text(longest: number, form?: RegExp) {
  const parse = (sent: string) => (sent.length <= longest && (form?.test(sent) ?? true) ? sent : null);
  return createParser({ parse, serialize: String }).withDefault('');
}

/** A whole number from 0 to `most`, else 0. */
export function whole(most: number) {
  const parse = (sent: string) => (/^\d{1,10}$/.test(sent) && Number(sent) <= most ? Number(sent) : null);
  return createParser({ parse, serialize: String }).withDefault(0);
}

/** Reads a query string. */
export function readUrlState<Schema extends ParserMap>(schema: Schema, query: URLSearchParams) {
  return createLoader(schema)(query);
}

/** The query string after `changes`; what belongs to others (such as `agent`) stays. */
export function writeUrlState<Schema extends ParserMap>(
  schema: Schema,
  query: URLSearchParams,
  changes: Partial<UrlState<Schema>>,
): string {
  return new URLSearchParams(createSerializer(schema)(query, changes)).toString();
}

type Change<State> = (changes: Partial<State>, how?: { history: 'push' | 'replace' }) => void;

/**
 * `[state, change, hrefFor]`: what the address says by `schema` (keep it outside the component), a way to
 * change it (`push` by default, so that Back undoes it; `replace` for typing), and the address that a link
 * would lead to.
 */
export function useUrlState<Schema extends ParserMap>(
  schema: Schema,
): [UrlState<Schema>, Change<UrlState<Schema>>, (changes: Partial<UrlState<Schema>>) => string] {
  const [state, write] = useQueryStates(schema);
  const path = usePathname();
  const query = useSearchParams();
  const change: Change<UrlState<Schema>> = (changes, { history } = { history: 'push' }) =>
    void write(changes, { history });
  const hrefFor = (changes: Partial<UrlState<Schema>>) =>
    `${path}${createSerializer(schema)(new URLSearchParams(query), changes)}`;
  return [state as UrlState<Schema>, change, hrefFor];
}

/** Follows a link to this page in the address alone, so that no server is asked for it. */
export function followInPlace(event: MouseEvent<HTMLAnchorElement>): void {
  const { metaKey, ctrlKey, shiftKey, altKey, currentTarget: link } = event;
  const elsewhere = metaKey || ctrlKey || shiftKey || altKey;
  if (elsewhere || link.pathname !== window.location.pathname) return;
  event.preventDefault();
  window.history.pushState(null, '', link.href);
}

// The agent that the top bar has picked: part of every page's address, kept when one goes from page to page.

const AGENT = { agent: text(64) };

/** The picked agent's id (`*` is what all agents share), or null for all; and the way to pick another. */
export function useAgent(): [string | null, (agent: string | null) => void] {
  const [{ agent }, change] = useUrlState(AGENT);
  return [agent === '' ? null : agent, (picked) => change({ agent: picked ?? '' })];
}

/** Makes an address of the dashboard that keeps the picked agent: `hrefOf('/skills')`. */
export function useAgentHref(): (path: string) => string {
  const agent = useSearchParams().get('agent');
  return (path) => {
    if (agent === null) return path;
    return `${path}${path.includes('?') ? '&' : '?'}agent=${encodeURIComponent(agent)}`;
  };
}
