/**
 * The two sides of what a model is shown. Material of the trusted side holds no text that policy may not learn from by itself.
 * The side is part of the type: what a prompt builder is given has one side, and its answer has the same.
 */

declare const SIDE: unique symbol;

export type Side = 'trusted' | 'untrusted';

/** Neither side can stand for the other: the type is invariant in it. */
export type Sided<T, S extends Side> = T & { readonly [SIDE]: (side: S) => S };
export type Trusted<T> = Sided<T, 'trusted'>;
export type Untrusted<T> = Sided<T, 'untrusted'>;

/** A source of text that policy may not learn from by itself. */
export const SOURCE_KINDS = ['tool', 'user', 'marked'] as const;
export interface Source {
  readonly kind: (typeof SOURCE_KINDS)[number];
  /** The tool's name, the user's id, or what the adapter marked. */
  readonly name: string;
}

/** Something with the untrusted sources that it rests on. */
export interface Sourced {
  readonly sources: readonly Source[];
}

/** What follows from material of one side alone is of that side. */
export function derive<A, B, S extends Side>(material: Sided<A, S>, make: (material: A) => B): Sided<B, S> {
  return make(material) as Sided<B, S>;
}

/** Material of each side, by the sources that it rests on. */
export function splitSides<T extends Sourced>(
  items: readonly T[],
): { trusted: Trusted<T>[]; untrusted: Untrusted<T>[] } {
  const { trusted = [], untrusted = [] } = Object.groupBy(items, ({ sources }) =>
    sources.length === 0 ? 'trusted' : 'untrusted',
  );
  return { trusted: trusted as Trusted<T>[], untrusted: untrusted as Untrusted<T>[] };
}

/** Several pieces of one side as one. */
export function together<T, S extends Side>(items: readonly Sided<T, S>[]): Sided<readonly T[], S> {
  return items as unknown as Sided<readonly T[], S>;
}

/** Our own texts, or what everybody is served already: they may stand on either side. */
export function approved<T, S extends Side>(material: T): Sided<T, S> {
  return material as Sided<T, S>;
}

/** Each source once. */
export function uniteSources<T extends Source>(sources: readonly T[]): T[] {
  return [...new Map(sources.map((source) => [`${source.kind}\n${source.name}`, source])).values()];
}
