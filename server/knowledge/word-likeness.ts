/** How near preferences are to a query in meaning, by the vectors of their words (see words/README.md). */

import { readFileSync } from 'node:fs';
import {
  likenessOf,
  meaningOf,
  readWordVectors,
  type WordVectors,
} from '../domain/knowledge/meaning/word-vectors.ts';
import { type Query, readQuery } from '../domain/knowledge/query.ts';
import type { Vector } from '../domain/knowledge/vector.ts';
import type { KnownMemory } from './store.ts';

const TABLE = new URL('words/word-vectors.bin', import.meta.url);

/** Read with the first preference, about 10 ms. */
let words: WordVectors | undefined;
const meanings = new WeakMap<KnownMemory, Vector | null>();

function meaningOfQuery(query: Query): Vector | null {
  words ??= readWordVectors(readFileSync(TABLE));
  return meaningOf(query, words);
}

/** The direction of a memory, kept with it. */
export function meaningOfMemory(memory: KnownMemory): Vector | null {
  const read = meanings.get(memory);
  if (read !== undefined) return read;
  const meaning = meaningOfQuery(readQuery(memory.content));
  meanings.set(memory, meaning);
  return meaning;
}

/** The likeness of memories to a query; undefined where no word of either is in the table. */
export function likenessTo(query: Query): (memory: KnownMemory) => number | undefined {
  let asked: Vector | null | undefined;
  return (memory) => {
    if (asked === undefined) asked = meaningOfQuery(query);
    const meaning = meaningOfMemory(memory);
    return asked === null || meaning === null ? undefined : likenessOf(asked, meaning);
  };
}
