/** The details of an entry in words: keys without underscores, lists and pairs without brackets. Pure; texts stay as they are. */

/** A detail that can be read; `text` is null where there is nothing to tell. */
export interface DetailPair {
  key: string;
  text: string | null;
}

const ID = /\b([a-z]+_)[0-9A-HJKMNP-TV-Z]{21}([0-9A-HJKMNP-TV-Z]{5})\b/g;

/** The text with its ids cut to their kind and their end, as chips show them. */
export function shortIds(text: string): string {
  return text.replace(ID, '$1…$2');
}

/** Every detail, in the order in which it was stored. */
export function pairsOf(details: Readonly<Record<string, unknown>>): DetailPair[] {
  return Object.entries(details).map(([key, value]) => ({ key: nameOf(key), text: textOf(value) }));
}

/** A field in words; what has a figure in it is an id and stays one. */
function nameOf(key: string): string {
  return /\d/.test(key) ? key : key.replaceAll('_', ' ');
}

/** "learn, review" of a list, "sk_1 3" of a pair; null of what is empty. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(textOf)
    : pairsOf({ ...value }).map(({ key, text }) => (text === null ? null : `${key} ${text}`));
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : said.join(', ');
}
