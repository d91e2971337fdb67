/**
 * The state of a page as its address carries it: one zod object per page, every field a text with a default. What is
 * missing or invalid is the default, silently; what equals its default is left out, so that addresses stay short.
 */

/** A page's schema, an object of `zod/mini` or zod: every field takes the text of the address and has a default to fall back on. */
export interface UrlSchema {
  shape: Record<string, unknown>;
  parse(value: unknown): Record<string, unknown>;
}

/** What a page's schema makes of an address. */
export type UrlState<Schema extends UrlSchema> = ReturnType<Schema['parse']>;

/** Reads a query string. Never throws: a field without a usable value is its default. */
export function readUrlState<Schema extends UrlSchema>(
  schema: Schema,
  query: URLSearchParams,
): UrlState<Schema> {
  const sent = Object.keys(schema.shape).map((name) => [name, query.get(name) ?? undefined]);
  return schema.parse(Object.fromEntries(sent)) as UrlState<Schema>;
}

/** The query string after `changes`; what belongs to others (such as `agent`) stays. */
export function writeUrlState<Schema extends UrlSchema>(
  schema: Schema,
  query: URLSearchParams,
  changes: Partial<UrlState<Schema>>,
): string {
  const defaults = schema.parse({});
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    const empty = value === undefined || value === null || value === '';
    if (empty || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next.toString();
}
