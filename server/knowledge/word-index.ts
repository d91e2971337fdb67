/**
 * Which memories have a word, kept up to date one memory at a time: adding the two-thousandth costs no more
 * than adding the first, and what a new memory resembles is found without reading any other again.
 */
import { analyze } from '../domain/knowledge/analyze.ts';
import { likeness } from '../domain/knowledge/resemblance.ts';

interface Text {
  readonly id: string;
  readonly content: string;
}

export interface WordIndex {
  add(memory: Text): void;
  remove(memory: Text): void;
  /** The ids of the memories that `text` resembles, the most alike first. */
  alike(text: string): string[];
}

/** Makes the index of `memories`. */
export function wordIndex(memories: Iterable<Text>): WordIndex {
  // Memories are counted by their places in typed arrays: a common word is in most of them. Lists of places are gone through
  // several times as fast as sets.
  const having = new Map<string, number[]>();
  const places = new Map<string, number>();
  /** By place; `size` is the number of distinct words. */
  const kept: { id: string; size: number }[] = [];
  const free: number[] = [];
  const add = ({ id, content }: Text): void => {
    if (places.has(id)) return;
    const words = new Set(analyze(content));
    const place = free.pop() ?? kept.length;
    places.set(id, place);
    kept[place] = { id, size: words.size };
    for (const word of words) {
      const found = having.get(word);
      if (found === undefined) having.set(word, [place]);
      else found.push(place);
    }
  };
  for (const memory of memories) add(memory);
  return {
    add,
    remove({ id, content }) {
      const place = places.get(id);
      if (place === undefined) return;
      places.delete(id);
      free.push(place);
      for (const word of new Set(analyze(content))) {
        const found = having.get(word) ?? [];
        found.splice(found.indexOf(place), 1);
        if (found.length === 0) having.delete(word);
      }
    },
    alike(text) {
      const words = new Set(analyze(text));
      const found: { id: string; alike: number; shared: number }[] = [];
      const counts = new Uint32Array(kept.length);
      for (const place of countShared(having, words, counts)) {
        const [shared = 0, { id, size } = NOTHING] = [counts[place], kept[place]];
        const alike = likeness(shared, words.size, size);
        if (alike > 0) found.push({ id, alike, shared });
      }
      return found.sort((a, b) => b.alike - a.alike || b.shared - a.shared).map(({ id }) => id);
    },
  };
}

const NOTHING = { id: '', size: 0 };

/** Counts how many of some words each memory has; answers with the places of those that have any. */
function countShared(
  having: ReadonlyMap<string, readonly number[]>,
  words: ReadonlySet<string>,
  counts: Uint32Array,
): number[] {
  const touched: number[] = [];
  for (const word of words) {
    for (const place of having.get(word) ?? []) {
      const count = counts[place] ?? 0;
      if (count === 0) touched.push(place);
      counts[place] = count + 1;
    }
  }
  return touched;
}
