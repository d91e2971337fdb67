/**
 * The state of a page as its address carries it: one schema per page, every field with a default. What is
 * missing or invalid is the default, silently; what equals its default is left out, so that addresses stay
 * short.
 */

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

/**
 * The fields of a page's address. An address holds choices, short texts and whole numbers and nothing else,
 * so three readers are enough, where a validation library would be an eighth of the script that a page begins
 * with.
 */

/**
 * Reads the text of a field; undefined where the address has none. What cannot be used is the field's
 * default.
 */
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

export interface UrlSchema<F extends Fields = Fields> {
  readonly fields: F;
}

/**
 * The schema of a page's address, kept outside of its component: `urlSchema({ tab: oneOf(['all', 'own'],
 * 'all') })`.
 */
export function urlSchema<const F extends Fields>(fields: F): UrlSchema<F> {
  return { fields };
}
