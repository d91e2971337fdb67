/** JSON columns are text: what is read back is exactly what was stored, on both engines. */

/** The text of a JSON column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** The value of a JSON column; the caller's type is what the column was written with. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** As {@link fromJson}, for a column that may be empty. */
export function fromJsonOrNull<T>(text: string | null): T | null {
  return text === null ? null : fromJson<T>(text);
}
