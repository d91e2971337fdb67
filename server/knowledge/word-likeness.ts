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

const TABLE = new URL('words/word-vectors.bin', import.meta.url);

/** The table is read when the first preference is compared, about 10 ms; a memory's direction is kept with it. */
function createMeanings(): { words: () => WordVectors; known: WeakMap<KnownMemory, Vector | null> } {
  let words: WordVectors | undefined;
  return {
    words: () => {
      words ??= readWordVectors(readFileSync(TABLE));
      return words;
    },
    known: new WeakMap(),
  };
}

/** Characters of memories that one recall reads for the first time, about 15 ms of work: the next recalls read the rest. */
const MOST_READ = 50_000;

/** Compares with a query; null where this is switched off. */
export function likenessTo(runtime: Runtime, query: Query): Likeness | null {
  if (!runtime.config.recall.wordVectors) return null;
  const { words, known } = runtime.once('knowledge.meanings', createMeanings);
  let asked: Vector | null | undefined;
  let unread = MOST_READ;
  return (memory) => {
    if (asked === undefined) asked = meaningOf(query, words());
    let meaning = known.get(memory);
    if (meaning === undefined) {
      if (unread <= 0) return;
      unread -= memory.content.length;
      meaning = meaningOf(readQuery(memory.content), words());
      known.set(memory, meaning);
    }
    return asked === null || meaning === null ? undefined : likenessOf(asked, meaning);
  };
}
