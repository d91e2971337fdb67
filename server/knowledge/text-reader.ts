/**
 * The reading of memories' texts for one use, which costs far more than anything else that is done with them.
 * Texts are read some at a time and others get their turn in between; anyone who wants to use them while that
 * goes on waits for the same reading.
 */
import { inTurns } from '../platform/turns.ts';
import type { KnownMemory } from './store.ts';

/** Characters that are read at once: some milliseconds. */
const READ_AT_ONCE = 10_000;

/** What reading does with a memory, and what forgetting one that was read does. */
interface MemoryUpdates {
  read(memory: KnownMemory): void;
  forget(memory: KnownMemory): void;
}

export class TextReader {
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
