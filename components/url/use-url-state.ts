'use client';

/** The hook of a page's state in its address. Changes need no round trip, and count from the moment they are made. */
import { usePathname, useSearchParams } from 'next/navigation';
import { type MouseEvent, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createStore } from '../ui/overlays/toasts.ts';

/** The query that this tab wrote and the router has not read yet: it follows some frames late, a key must not wait. */
interface Written {
  path: string;
  /** Without the question mark, as `URLSearchParams` writes it. */
  query: string;
}

const written = createStore<Written | null>(null);

/** Only while the address still says it: Back and links lead elsewhere. */
function unread(): string | null {
  const { pathname, search } = window.location;
  const last = written.get();
  if (last === null || last.path !== pathname) return null;
  return new URLSearchParams(search).toString() === last.query ? last.query : null;
}

const onServer = () => null;

/** Puts `query` into the address of this page; all who read the address see it in the same frame. */
function writeAddress(query: string, history: 'push' | 'replace'): void {
  const { pathname } = window.location;
  const address = query === '' ? pathname : `?${query}`;
  if (history === 'replace') window.history.replaceState(null, '', address);
  else window.history.pushState(null, '', address);
  written.set({ path: pathname, query });
}

/** Follows a link to this page in the address alone, so that no server is asked for it. */
export function followInPlace(event: MouseEvent<HTMLAnchorElement>): void {
  const { metaKey, ctrlKey, shiftKey, altKey, currentTarget: link } = event;
  const elsewhere = metaKey || ctrlKey || shiftKey || altKey;
  if (elsewhere || link.pathname !== window.location.pathname) return;
  event.preventDefault();
  writeAddress(new URLSearchParams(link.search).toString(), 'push');
}

/** What the address says: what was written last, or else what the router `read`. */
function useNewestQuery(read: string): string {
  const newest = useSyncExternalStore(written.subscribe, unread, onServer);
  useEffect(() => {
    if (read === written.get()?.query) written.set(null);
  }, [read]);
  return newest ?? read;
}

type Change<State> = (changes: Partial<State>, how?: { history: 'push' | 'replace' }) => void;

/**
 * `[state, change, hrefFor]`: what the address says by `schema` (keep it outside the component), a way to
 * change it (`push` by default, so that Back undoes it; `replace` for typing), and the address that a link
 * would lead to.
 */
export function useUrlState<Schema extends UrlSchema>(
  schema: Schema,
): [UrlState<Schema>, Change<UrlState<Schema>>, (changes: Partial<UrlState<Schema>>) => string] {
  const query = useNewestQuery(useSearchParams().toString());
  const path = usePathname();
  const state = useMemo(() => readUrlState(schema, new URLSearchParams(query)), [schema, query]);
  const hrefFor = useCallback(
    (changes: Partial<UrlState<Schema>>) => {
      const written = writeUrlState(schema, new URLSearchParams(query), changes);
      return written === '' ? path : `${path}?${written}`;
    },
    [schema, query, path],
  );
  const change: Change<UrlState<Schema>> = useCallback(
    (changes, { history } = { history: 'push' }) => {
      // Read again: two changes in one event must not undo each other.
      const current = new URLSearchParams(window.location.search);
      writeAddress(writeUrlState(schema, current, changes), history);
    },
    [schema],
  );
  return [state, change, hrefFor];
}

// The agent that the top bar has picked: part of every page's address, kept when one goes from page to page.

const SCHEMA = urlSchema({ agent: text(64) });

/** The picked agent's id (`*` is what all agents share), or null for all; and the way to pick another. */
export function useAgent(): [string | null, (agent: string | null) => void] {
  const [{ agent }, change] = useUrlState(SCHEMA);
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

// The state of a page as its address carries it: one schema per page, every field with a default. What is
// missing or invalid is the default, silently; what equals its default is left out, so that addresses stay
// short.

/** What a page's schema makes of an address. */
export type UrlState<Schema extends UrlSchema> = Read<Schema['fields']>;

/** Reads a query string. Never throws: a field without a usable value is its default. */
export function readUrlState<Schema extends UrlSchema>(
  { fields }: Schema,
  query: URLSearchParams,
): UrlState<Schema> {
  const read = Object.entries(fields).map(([name, field]) => [name, field(query.get(name) ?? undefined)]);
  return Object.fromEntries(read) as UrlState<Schema>;
}

/** The query string after `changes`; what belongs to others (such as `agent`) stays. */
export function writeUrlState<Schema extends UrlSchema>(
  schema: Schema,
  query: URLSearchParams,
  changes: Partial<UrlState<Schema>>,
): string {
  const defaults: Record<string, unknown> = readUrlState(schema, new URLSearchParams());
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    const empty = value === undefined || value === null || value === '';
    if (empty || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next.toString();
}

// The fields of a page's address. An address holds choices, short texts and whole numbers and nothing else,
// so three readers are enough, where a validation library would be an eighth of the script that a page begins
// with.

/** Reads the text of a field; undefined where the address has none. What cannot be used is the field's default. */
type Field<Value> = (sent: string | undefined) => Value;

/** One of `values`, else `fallback`. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  fallback: NoInfer<Value>,
): Field<Value> {
  return (sent) => values.find((value) => value === sent) ?? fallback;
}

/** Text of at most `longest` characters, of the form `form` where one is given; else none. */
export function text(longest: number, form?: RegExp): Field<string> {
  return (sent = '') => (sent.length <= longest && (form?.test(sent) ?? true) ? sent : '');
}

/** A whole number from 0 to `most`, else 0. */
export function whole(most: number): Field<number> {
  return (sent = '') => (/^\d{1,10}$/.test(sent) && Number(sent) <= most ? Number(sent) : 0);
}

type Fields = Readonly<Record<string, Field<string | number>>>;

/** What the fields of a page make of an address. */
type Read<F extends Fields> = { -readonly [Name in keyof F]: ReturnType<F[Name]> };

interface UrlSchema<F extends Fields = Fields> {
  readonly fields: F;
}

/** The schema of a page's address, kept outside its component: `urlSchema({ tab: oneOf(['all', 'own'], 'all') })`. */
export function urlSchema<const F extends Fields>(fields: F): UrlSchema<F> {
  return { fields };
}
