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
import type { Runtime } from '../platform/runtime.ts';
import type { KnownMemory } from './store.ts';

/** Of a memory; undefined where none of its words, or of the query's, is known. */
export type Likeness = (memory: KnownMemory) => number | undefined;

/** The directions of memories, each read once, when it is indexed. */
export interface Meanings {
  of(memory: KnownMemory): Vector | null;
  ofQuery(query: Query): Vector | null;
}

const TABLE = new URL('words/word-vectors.bin', import.meta.url);

/** The table is read with the first preference, about 10 ms; a memory's direction is kept with it. */
function createMeanings(): Meanings {
  let words: WordVectors | undefined;
  const known = new WeakMap<KnownMemory, Vector | null>();
  const ofQuery = (query: Query): Vector | null => {
    words ??= readWordVectors(readFileSync(TABLE));
    return meaningOf(query, words);
  };
  return {
    ofQuery,
    of(memory) {
      const read = known.get(memory);
      if (read !== undefined) return read;
      const meaning = ofQuery(readQuery(memory.content));
      known.set(memory, meaning);
      return meaning;
    },
  };
}

/** Null where this is switched off. */
export function meaningsOf(runtime: Runtime): Meanings | null {
  return runtime.config.recall.wordVectors ? runtime.once('knowledge.meanings', createMeanings) : null;
}

/** Compares with a query; null where this is switched off. */
export function likenessTo(runtime: Runtime, query: Query): Likeness | null {
  const meanings = meaningsOf(runtime);
  if (meanings === null) return null;
  let asked: Vector | null | undefined;
  return (memory) => {
    if (asked === undefined) asked = meanings.ofQuery(query);
    const meaning = meanings.of(memory);
    return asked === null || meaning === null ? undefined : likenessOf(asked, meaning);
  };
}
