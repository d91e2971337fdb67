/**
 * The state of a page as its address carries it: one schema per page, every field with a default. What is missing or invalid
 * is the default, silently; what equals its default is left out, so that addresses stay short.
 */
import type { Read, UrlSchema } from './fields.ts';

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
