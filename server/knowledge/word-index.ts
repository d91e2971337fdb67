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
  const having = new Map<string, Set<string>>();
  /** Distinct words of each memory. */
  const sizes = new Map<string, number>();
  const add = ({ id, content }: Text): void => {
    const words = new Set(analyze(content));
    sizes.set(id, words.size);
    for (const word of words) {
      const ids = having.get(word);
      if (ids === undefined) having.set(word, new Set([id]));
      else ids.add(id);
    }
  };
  for (const memory of memories) add(memory);
  return {
    add,
    remove({ id, content }) {
      sizes.delete(id);
      for (const word of new Set(analyze(content))) {
        const ids = having.get(word);
        ids?.delete(id);
        if (ids?.size === 0) having.delete(word);
      }
    },
    alike(text) {
      const words = new Set(analyze(text));
      const found: { id: string; alike: number; shared: number }[] = [];
      for (const [id, shared] of countShared(having, words)) {
        const alike = likeness(shared, words.size, sizes.get(id) ?? 0);
        if (alike > 0) found.push({ id, alike, shared });
      }
      return found.sort((a, b) => b.alike - a.alike || b.shared - a.shared).map(({ id }) => id);
    },
  };
}

/** How many of some words each memory has. */
function countShared(
  having: ReadonlyMap<string, ReadonlySet<string>>,
  words: ReadonlySet<string>,
): Map<string, number> {
  const shared = new Map<string, number>();
  for (const word of words) {
    for (const id of having.get(word) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  return shared;
}
