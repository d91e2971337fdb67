/**
 * Which memories of one scope repeat another. Only memories that share the rarest of a memory's words are compared with it, so that
 * ten thousand take no hundred million comparisons.
 */
import { likeness } from '../knowledge/resemblance.ts';
import { readStatement, type StatementWords } from './timeline.ts';

/** Most memories that one is compared with, the newest of those that share its rarest word. */
const COMPARED = 200;

export interface ComparableMemory {
  id: string;
  content: string;
  createdAt: Date;
}

interface MemoryWords {
  memory: ComparableMemory;
  statement: StatementWords;
  words: readonly string[];
}

/** The memories of one scope, which are read one by one and then looked for one by one. */
export class RepeatFinder {
  readonly #read = new Map<string, MemoryWords>();
  readonly #having = new Map<string, MemoryWords[]>();
  readonly #skip: (id: string, otherId: string) => boolean;

  /** `skip` leaves pairs out. */
  constructor(skip: (id: string, otherId: string) => boolean) {
    this.#skip = skip;
  }

  /** Reads a memory: the newest ones first. */
  add(memory: ComparableMemory): void {
    const statement = readStatement(memory.content);
    const read = { memory, statement, words: [...statement.words] };
    this.#read.set(memory.id, read);
    for (const word of read.words) {
      const others = this.#having.get(word);
      if (others === undefined) this.#having.set(word, [read]);
      else others.push(read);
    }
  }

  /**
   * The memory that one repeats, when all are read: it says nothing that the other does not say. What says less gives way; of two that
   * say the same, the older one.
   */
  find(id: string): string | null {
    const one = this.#read.get(id);
    if (one === undefined) return null;
    for (const other of rarest(one, this.#having)) {
      const otherId = other.memory.id;
      if (other !== one && repeats(one, other) && !this.#skip(id, otherId)) return otherId;
    }
    return null;
  }
}

/** The memories, newest first, that share the word which the fewest have. */
function rarest({ words }: MemoryWords, having: ReadonlyMap<string, MemoryWords[]>): readonly MemoryWords[] {
  let fewest: readonly MemoryWords[] = [];
  for (const word of words) {
    const others = having.get(word) ?? [];
    if (fewest.length === 0 || others.length < fewest.length) fewest = others;
  }
  return fewest.slice(0, COMPARED);
}

function repeats(one: MemoryWords, other: MemoryWords): boolean {
  if (one.statement.turns !== other.statement.turns) return false;
  const [own, its] = [one.statement.words.size, other.statement.words.size];
  if (own > its || one.words.some((word) => !other.statement.words.has(word))) return false;
  if (own === its) return isOlder(one.memory, other.memory);
  // Few words are a coincidence of short texts, unless they are all that either says.
  return likeness(own, own, its) !== 0;
}

/** Whether `one` is the older of two, by its id where they are of one moment. */
export function isOlder(
  one: Pick<ComparableMemory, 'id' | 'createdAt'>,
  other: Pick<ComparableMemory, 'id' | 'createdAt'>,
): boolean {
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age < 0 || (age === 0 && one.id < other.id);
}
