/**
 * Choices that do not depend on the order in which spans arrive: of all values that spans offered, the one
 * with the smallest key counts. Keys hold what ranks the value, then the span's start and id, so that no two
 * spans use the same key.
 */

/** A value that a span offers. */
export interface RankedValue<T> {
  readonly key: string;
  readonly value: T;
  /** Whose span it was, where that decides whether the value is to be trusted. */
  readonly service?: string;
}

/** The better of two; the first where they are the same offer. */
export function better<T>(a: RankedValue<T> | null, b: RankedValue<T> | null): RankedValue<T> | null {
  if (a === null || b === null) return a ?? b;
  return b.key < a.key ? b : a;
}

/** An entry of a bounded list, and about how many characters it holds. */
interface Entry {
  readonly key: string;
}

/** The first entries by key, as far as they fit; `cut` is the key from which on they did not, or null. */
export interface BoundedList<T extends Entry> {
  readonly entries: readonly T[];
  readonly cut: string | null;
}

interface Bounds<T> {
  readonly most: number;
  readonly budget: number;
  sizeOf(entry: T): number;
  /** Two entries of one key made one, whichever comes first. */
  merge(a: T, b: T): T;
}

/**
 * Both lists in one. Everything from the first entry that does not fit is left out, and stays out: else what
 * is kept would depend on what came together with what.
 */
export function mergeBounded<T extends Entry>(
  a: BoundedList<T>,
  b: BoundedList<T>,
  bounds: Bounds<T>,
): BoundedList<T> {
  if (b.entries.length === 0 && b.cut === null) return a;
  const limit = a.cut === null || (b.cut !== null && b.cut < a.cut) ? b.cut : a.cut;
  const byKey = new Map<string, T>();
  for (const entry of [...a.entries, ...b.entries]) {
    const known = byKey.get(entry.key);
    byKey.set(entry.key, known === undefined ? entry : bounds.merge(known, entry));
  }
  const entries: T[] = [];
  let left = bounds.budget;
  for (const entry of [...byKey.values()].toSorted(byKeyOrder)) {
    if (limit !== null && entry.key >= limit) break;
    left -= bounds.sizeOf(entry);
    if (left < 0 || entries.length === bounds.most) return { entries, cut: entry.key };
    entries.push(entry);
  }
  return { entries, cut: limit };
}

function byKeyOrder(a: Entry, b: Entry): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
