/**
 * The state of a page as its address carries it: one zod object per page, every field a text with a default. What is
 * missing or invalid is the default, silently; what equals its default is left out, so that addresses stay short.
 */
import type { z } from 'zod';

/** A page's schema: every field takes the text of the address and has `.catch(default)`. */
export type UrlSchema = z.ZodObject<Record<string, z.ZodType>>;

/** Reads a query string. Never throws: a field without a usable value is its default. */
export function readUrlState<Schema extends UrlSchema>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const sent = Object.keys(schema.shape).map((name) => [name, query.get(name) ?? undefined]);
  return schema.parse(Object.fromEntries(sent));
}

/** The query string after `changes`; what belongs to others (such as `agent`) stays. */
export function writeUrlState<Schema extends UrlSchema>(
  schema: Schema,
  query: URLSearchParams,
  changes: Partial<z.output<Schema>>,
): string {
  const defaults: Record<string, unknown> = schema.parse({});
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    const empty = value === undefined || value === null || value === '';
    if (empty || value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next.toString();
}
