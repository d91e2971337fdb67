/**
 * Which memories have a word, kept up to date one memory at a time: adding the two-thousandth costs no more than adding
 * the first, and what a new memory may resemble is found without reading all of them.
 */
import { analyze } from '../domain/ranking/analyze.ts';
import { findResembling, LEAST_SHARED } from '../domain/ranking/resemblance.ts';

interface Text {
  readonly id: string;
  readonly content: string;
}

export interface WordIndex {
  add(memory: Text): void;
  remove(memory: Text): void;
  /** The id of the memory that `text` resembles most; null where it resembles none. */
  resembling(text: string, memoryOf: (id: string) => Text | undefined): string | null;
}

/** How many distinct words of `text` each memory has. */
function sharedWords(having: ReadonlyMap<string, ReadonlySet<string>>, text: string): Map<string, number> {
  const shared = new Map<string, number>();
  for (const term of new Set(analyze(text))) {
    for (const id of having.get(term) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  return shared;
}

/** Makes the index of `memories`. */
export function wordIndex(memories: Iterable<Text>): WordIndex {
  const having = new Map<string, Set<string>>();
  const add = ({ id, content }: Text): void => {
    for (const term of analyze(content)) {
      const ids = having.get(term);
      if (ids === undefined) having.set(term, new Set([id]));
      else ids.add(id);
    }
  };
  for (const memory of memories) add(memory);
  return {
    add,
    remove({ id, content }) {
      for (const term of analyze(content)) {
        const ids = having.get(term);
        ids?.delete(id);
        if (ids?.size === 0) having.delete(term);
      }
    },
    resembling(text, memoryOf) {
      const candidates = [...sharedWords(having, text)].flatMap(([id, count]) => {
        const memory = count >= LEAST_SHARED ? memoryOf(id) : undefined;
        return memory === undefined ? [] : [memory];
      });
      return findResembling(candidates, text)[0]?.id ?? null;
    },
  };
}
