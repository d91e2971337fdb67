/** JSON that others wrote, read without trusting its form. */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one where it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** The value, or undefined where the text is not valid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What it means that this is not valid JSON depends on who asked: they see undefined.
    return undefined;
  }
}

/** The text as a JSON object; null where it is none. */
export function parsedObject(text: string): JsonObject | null {
  const value = parsedJson(text);
  return isObject(value) ? value : null;
}
