/** The active memories of a partition as a process keeps them: a large index that stays, and a small one of what is new. */
import {
  CONSIDERED_MEMORIES,
  indexMemories,
  type MemoryIndex,
  type ReadMemory,
  readMemory,
} from '../domain/knowledge/memory-index.ts';
import { GrowingTerms } from '../domain/knowledge/postings.ts';
import {
  type CompactVector,
  compactVector,
  similarTexts,
  type Vector,
  type Vectors,
  vectorsBytes,
} from '../domain/knowledge/vector.ts';
import { isOlder } from '../domain/memories/find-repeats.ts';
import { inTurns } from '../platform/turns.ts';
import type { KnownMemory } from './store.ts';
import { wordIndex } from './word-index.ts';
import { meaningOfMemory } from './word-likeness.ts';

/** A small index of fewer memories than this stays apart whatever the size of the large one. */
const SMALL_INDEX = 64;
const BYTES_PER_MEMORY = 250;
const LEAST_BYTES = 8000;
/** Terms that no memory has any more are forgotten, with what was read, when so many times as many are kept as can be there. */
const TERMS_KEPT = 4;
const LEAST_TERMS_KEPT = 20_000;

/** What was read of a partition, to be adopted as its state. */
interface MemoryReading {
  revision: number;
  /** The partition's newest memories, newest first. */
  ids: readonly string[];
  /** Those that were asked for, and those of them that there were. */
  asked: readonly string[];
  found: readonly KnownMemory[];
  /** Vectors that were not here yet. */
  vectors?: Vectors;
  profile: string | null;
}

export interface MemorySnapshot {
  readonly kind: 'memories';
  /** The agent's revision that this is at least as new as; below 0 before anything was read. */
  revision: number;
  /** Another object after every change of what is here: what was made of one state holds while that state does. */
  readonly state: object;
  /** The user's card. */
  readonly profile: string | null;
  get(id: string): KnownMemory | undefined;
  has(id: string): boolean;
  readonly size: number;
  /** The newest `limit` memories, newest first. */
  newest(limit: number): KnownMemory[];
  /** Whether `indexes` answers at once; else `prepareRanking`, which reads some texts at a time, is to be awaited before. */
  readonly isReadyToRank: boolean;
  prepareRanking(): Promise<void>;
  /** For ranking; together they hold every memory here once. Texts that were not read before are read now. */
  indexes(): readonly MemoryIndex[];
  /** Vectors of memories here, by id; a memory's never changes. */
  readonly vectors: Vectors;
  /** As `isReadyToRank` and `prepareRanking`, for `alike`. */
  readonly isReadyToCompare: boolean;
  prepareComparison(): Promise<void>;
  /** The ids of the memories that `text` resembles in words or, with its vector, in meaning, the most alike first. */
  alike(text: string, vector?: Vector | null): string[];
  /** Estimated size in memory. */
  bytes(): number;
  /**
   * Takes over what was read, unless what is here is as new. False where it names a memory that was here when
   * it was read and is not any more: then it must be read again.
   */
  adopt(reading: MemoryReading): boolean;
  /** Adds the memory, and its vector if any, of the change that made the agent's revision `revision`, if only that is missing here. */
  insert(memory: KnownMemory, revision: number, vector?: Vector | null): void;
}

/** Makes the snapshot of a partition that nothing has been read of; `readMeaning` reads what a preference means. */
export function memorySnapshot(
  userId: string | null,
  readMeaning: (memory: KnownMemory) => unknown = meaningOfMemory,
): MemorySnapshot {
  return new Snapshot(userId, readMeaning);
}

class Snapshot implements MemorySnapshot {
  readonly kind = 'memories';
  revision = -1;
  state: object = {};
  profile: string | null = null;
  readonly #userId: string | null;
  readonly #readMeaning: (memory: KnownMemory) => unknown;
  /** Oldest first. */
  #ordered: KnownMemory[] = [];
  #byId = new Map<string, KnownMemory>();
  #large: MemoryIndex | null = null;
  /** Memories that the large index lacks. */
  #recent: KnownMemory[] = [];
  #small: MemoryIndex | null = null;
  #terms = new GrowingTerms();
  readonly #termsOf = new Map<string, ReadMemory>();
  #pairs = 0;
  readonly #ranking = new TextReader({
    read: (memory) => {
      const read = readMemory(memory, this.#terms);
      this.#termsOf.set(memory.id, read);
      this.#pairs += read.numbers.length;
      if (memory.kind === 'preference') this.#readMeaning(memory);
    },
    forget: ({ id }) => {
      this.#pairs -= this.#termsOf.get(id)?.numbers.length ?? 0;
      this.#termsOf.delete(id);
    },
  });
  readonly #words = wordIndex([]);
  readonly #comparing = new TextReader({
    read: (memory) => this.#words.add(memory),
    forget: (memory) => this.#words.remove(memory),
  });
  readonly #vectors = new Map<string, CompactVector>();
  #characters = 0;

  constructor(userId: string | null, readMeaning: (memory: KnownMemory) => unknown) {
    this.#userId = userId;
    this.#readMeaning = readMeaning;
  }

  get size(): number {
    return this.#ordered.length;
  }

  get(id: string): KnownMemory | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  newest(limit: number): KnownMemory[] {
    return limit === 0 ? [] : this.#ordered.slice(-limit).reverse();
  }

  get isReadyToRank(): boolean {
    return this.#ranking.isReady;
  }

  prepareRanking(): Promise<void> {
    return this.#ranking.prepare();
  }

  get isReadyToCompare(): boolean {
    return this.#comparing.isReady;
  }

  prepareComparison(): Promise<void> {
    return this.#comparing.prepare();
  }

  indexes(): readonly MemoryIndex[] {
    this.#ranking.finish();
    const largest = Math.max(SMALL_INDEX, (this.#large?.ids.length ?? 0) / 8);
    if (this.#large === null || this.#recent.length > largest) {
      this.#large = this.#index(this.#ordered);
      this.#recent = [];
      this.#small = null;
    }
    if (this.#recent.length === 0) return [this.#large];
    this.#small ??= this.#index(this.#recent);
    return [this.#large, this.#small];
  }

  get vectors(): Vectors {
    return this.#vectors;
  }

  alike(text: string, vector: Vector | null = null): string[] {
    this.#comparing.finish();
    const inWords = this.#words.alike(text);
    return vector === null ? inWords : [...new Set([...similarTexts(this.#vectors, vector), ...inWords])];
  }

  bytes(): number {
    // What ranks is counted before it is made. Each word of a text has an entry in the index of words too.
    const { size } = this.#byId;
    const perCharacter = 4 * this.#characters + 5 * this.#comparing.characters;
    const texts = LEAST_BYTES + BYTES_PER_MEMORY * size + perCharacter + (this.profile?.length ?? 0);
    return texts + vectorsBytes(this.#vectors);
  }

  adopt({ revision, ids, asked, found, vectors = new Map(), profile }: MemoryReading): boolean {
    if (revision <= this.revision) return true;
    const read = new Map(found.map((memory) => [memory.id, memory]));
    const gone = new Set(asked.filter((id) => !read.has(id)));
    const next: KnownMemory[] = [];
    for (const id of ids.toReversed()) {
      const memory = this.#byId.get(id) ?? read.get(id);
      if (memory !== undefined) next.push(memory);
      else if (!gone.has(id)) return false;
    }
    this.#replace(next);
    if (this.profile !== profile) this.state = {};
    for (const [id, vector] of vectors) this.#keepVector(id, vector);
    this.profile = profile;
    this.revision = revision;
    return true;
  }

  insert(memory: KnownMemory, revision: number, vector: Vector | null = null): void {
    if (this.revision !== revision - 1) return;
    this.revision = revision;
    const place = this.#ordered.findLastIndex((other) => isOlder(other, memory)) + 1;
    if (place === this.#ordered.length) this.#append(memory);
    else this.#replace(this.#ordered.toSpliced(place, 0, memory).slice(-CONSIDERED_MEMORIES));
    if (vector !== null) this.#keepVector(memory.id, compactVector(vector));
  }

  /** Adds the newest memory, for which the older ones need not be looked at. */
  #append(memory: KnownMemory): void {
    this.state = {};
    this.#small = null;
    this.#ordered.push(memory);
    this.#recent.push(memory);
    this.#learn(memory);
    for (const oldest of this.#ordered.splice(0, this.#ordered.length - CONSIDERED_MEMORIES))
      this.#forget(oldest);
    this.#forgetTerms();
  }

  /** Takes on the memories of `next`; those that stay are not read again. */
  #replace(next: KnownMemory[]): void {
    const staying = new Set(next);
    const gone = this.#ordered.filter((memory) => !staying.has(memory));
    const fresh = next.filter(({ id }) => !this.#byId.has(id));
    const last = this.#ordered.at(-1);
    if (gone.length === 0 && fresh.length === 0) return;
    this.state = {};
    const first = next.at(0);
    const areNewest = fresh.every((memory) => last === undefined || isOlder(last, memory));
    const werePushedOut = gone.every((memory) => first !== undefined && isOlder(memory, first));
    this.#ordered = next;
    for (const memory of gone) this.#forget(memory);
    for (const memory of fresh) this.#learn(memory);
    this.#forgetTerms();
    // Indexes may hold memories that newer ones pushed out: ranking reads only as far back as is considered.
    if (areNewest && werePushedOut && (gone.length === 0 || next.length === CONSIDERED_MEMORIES))
      this.#recent.push(...fresh);
    else this.#large = null;
    this.#small = null;
  }

  #keepVector(id: string, vector: CompactVector): void {
    if (!this.#byId.has(id) || this.#vectors.has(id)) return;
    this.#vectors.set(id, vector);
    this.state = {};
  }

  #learn(memory: KnownMemory): void {
    this.#byId.set(memory.id, memory);
    this.#ranking.add(memory);
    this.#comparing.add(memory);
    this.#characters += memory.content.length;
  }

  #forget(memory: KnownMemory): void {
    this.#byId.delete(memory.id);
    this.#vectors.delete(memory.id);
    this.#ranking.remove(memory);
    this.#comparing.remove(memory);
    this.#characters -= memory.content.length;
  }

  /** A partition whose memories are replaced for ever would else keep every word that it ever had. */
  #forgetTerms(): void {
    if (this.#terms.size <= Math.max(LEAST_TERMS_KEPT, TERMS_KEPT * this.#pairs)) return;
    this.#large = null;
    this.#small = null;
    this.#terms = new GrowingTerms();
    for (const memory of this.#ordered) {
      this.#ranking.remove(memory);
      this.#ranking.add(memory);
    }
  }

  #index(memories: readonly KnownMemory[]): MemoryIndex {
    const rankable = memories.map(({ id, content, kind, createdAt }) => ({
      id,
      content,
      kind,
      userId: this.#userId,
      createdAt: createdAt.toISOString(),
    }));
    return indexMemories(rankable, {
      terms: this.#terms,
      termsOf: (memory) => this.#termsOf.get(memory.id) ?? readMemory(memory, this.#terms),
    });
  }
}

// The reading of memories' texts for one use, which costs far more than anything else that is done with them.
// Texts are read some at a time and others get their turn in between; anyone who wants to use them while that
// goes on waits for the same reading.

/** Characters that are read at once: some milliseconds. */
const READ_AT_ONCE = 10_000;

/** What reading does with a memory, and what forgetting one that was read does. */
interface MemoryUpdates {
  read(memory: KnownMemory): void;
  forget(memory: KnownMemory): void;
}

class TextReader {
  readonly #use: MemoryUpdates;
  readonly #waiting = new Map<string, KnownMemory>();
  #waitingCharacters = 0;
  #readCharacters = 0;
  #underWay: Promise<void> | null = null;

  constructor(use: MemoryUpdates) {
    this.#use = use;
  }

  /** Characters that were read and are not forgotten. */
  get characters(): number {
    return this.#readCharacters;
  }

  /** Whether so little waits to be read that it may be done where it is needed. */
  get isReady(): boolean {
    return this.#waitingCharacters <= READ_AT_ONCE;
  }

  /** A memory to be read before the texts are used next. */
  add(memory: KnownMemory): void {
    this.#waiting.set(memory.id, memory);
    this.#waitingCharacters += memory.content.length;
  }

  remove(memory: KnownMemory): void {
    if (this.#waiting.delete(memory.id)) this.#waitingCharacters -= memory.content.length;
    else {
      this.#readCharacters -= memory.content.length;
      this.#use.forget(memory);
    }
  }

  /** Reads what waits, now. */
  finish(): void {
    for (const memory of this.#waiting.values()) this.#read(memory);
  }

  /** Reads what waits, with turns for others; nobody reads the same beside it. */
  async prepare(): Promise<void> {
    while (!this.isReady) {
      this.#underWay ??= this.#readInTurns().finally(() => {
        this.#underWay = null;
      });
      await this.#underWay;
    }
  }

  /** Memories may come and go between two turns: each is taken off before it is read. */
  async #readInTurns(): Promise<void> {
    for await (const memory of inTurns(this.#waiting.values())) this.#read(memory);
  }

  #read(memory: KnownMemory): void {
    const { length } = memory.content;
    this.#waiting.delete(memory.id);
    this.#waitingCharacters -= length;
    this.#readCharacters += length;
    this.#use.read(memory);
  }
}
