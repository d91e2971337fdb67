/**
 * The fields of a page's address. An address holds choices, short texts and whole numbers and nothing else, so three readers
 * are enough, where a validation library would be an eighth of the script that a page begins with.
 */

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
export type Read<F extends Fields> = { -readonly [Name in keyof F]: ReturnType<F[Name]> };

export interface UrlSchema<F extends Fields = Fields> {
  readonly fields: F;
}

/** The schema of a page's address, kept outside of its component: `urlSchema({ tab: oneOf(['all', 'own'], 'all') })`. */
export function urlSchema<const F extends Fields>(fields: F): UrlSchema<F> {
  return { fields };
}
