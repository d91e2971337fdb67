/**
 * JSON inside an attribute's text. The depth of the outer body says nothing of it, and everything after this
 * walks values recursively, so what is nested too deeply stays the text that it is.
 */

const MAX_DEPTH = 64;

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object or array that `text` holds; undefined where it is neither or is nested too deeply. */
function parseEmbedded(text: string): unknown {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || exceedsDepth(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Text that only looks like JSON is text.
    return undefined;
  }
}

/** `value` itself, or what it holds as text. */
export function unembedded(value: unknown): unknown {
  return typeof value === 'string' ? (parseEmbedded(value) ?? value) : value;
}

/** `value` as an object, or an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether `value` is an object and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` as a list; what is none becomes an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as text: text as it is, nothing as the empty text, everything else as JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (JSON.stringify(value) ?? '');
}

/** Counts brackets outside of strings, without recursion. */
function exceedsDepth(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The place of the quote that closes the string opened at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}
