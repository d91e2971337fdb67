/**
 * Which memories of one scope repeat or contradict another. Only memories that share the rarest of a memory's words are compared
 * with it, so that ten thousand take no hundred million comparisons.
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

/** `memoryId` would give way to `otherId`. */
export interface Repeat {
  kind: 'near_duplicate' | 'contradiction';
  memoryId: string;
  otherId: string;
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
  readonly #skip: (repeat: Repeat) => boolean;

  /** `skip` leaves pairs out. */
  constructor(skip: (repeat: Repeat) => boolean) {
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
   * At most one repeat of a memory, when all are read: it says nothing that the other does not say, or the two differ in nothing but
   * the words that turn the sense. What says less gives way; of two that say the same, the older one.
   */
  find(id: string): Repeat | null {
    const one = this.#read.get(id);
    return one === undefined ? null : repeatOf(one, rarest(one, this.#having), this.#skip);
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

function repeatOf(
  one: MemoryWords,
  others: readonly MemoryWords[],
  skip: (repeat: Repeat) => boolean,
): Repeat | null {
  let contradicted: Repeat | null = null;
  for (const other of others) {
    const kind = other === one ? null : compare(one, other);
    if (kind === null) continue;
    const repeat: Repeat = { kind, memoryId: one.memory.id, otherId: other.memory.id };
    if (skip(repeat)) continue;
    if (kind === 'near_duplicate') return repeat;
    contradicted ??= repeat;
  }
  return contradicted;
}

function compare(one: MemoryWords, other: MemoryWords): Repeat['kind'] | null {
  const [own, its] = [one.statement.words.size, other.statement.words.size];
  if (own > its || one.words.some((word) => !other.statement.words.has(word))) return null;
  const isSame = own === its;
  // Few words are a coincidence of short texts, unless they are all that either says.
  if (!isSame && likeness(own, own, its) === 0) return null;
  if (isSame && !isOlder(one.memory, other.memory)) return null;
  if (one.statement.turns === other.statement.turns) return 'near_duplicate';
  return isSame ? 'contradiction' : null;
}

/** Whether `one` is the older of two, by its id where they are of one moment. */
export function isOlder(
  one: Pick<ComparableMemory, 'id' | 'createdAt'>,
  other: Pick<ComparableMemory, 'id' | 'createdAt'>,
): boolean {
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age < 0 || (age === 0 && one.id < other.id);
}
