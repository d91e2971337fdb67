/**
 * The reading of memories' texts for one use, which costs far more than anything else that is done with them.
 * Texts are read some at a time and others get their turn in between; anyone who wants to use them while that
 * goes on waits for the same reading.
 */
import { allSteps, type Steps } from '../domain/steps.ts';
import { takeSteps } from '../platform/take-steps.ts';
import type { KnownMemory } from './store.ts';

/** Characters that are read at once: some milliseconds. */
const STEP_CHARACTERS = 10_000;

/** What reading does with a memory, and what forgetting one that was read does. */
interface Use {
  read(memory: KnownMemory): void;
  forget(memory: KnownMemory): void;
}

export class TextReader {
  readonly #use: Use;
  readonly #waiting = new Map<string, KnownMemory>();
  #waitingCharacters = 0;
  #readCharacters = 0;
  #underWay: Promise<void> | null = null;

  constructor(use: Use) {
    this.#use = use;
  }

  /** Characters that were read and are not forgotten. */
  get characters(): number {
    return this.#readCharacters;
  }

  /** Whether so little waits to be read that it may be done where it is needed. */
  get isReady(): boolean {
    return this.#waitingCharacters <= STEP_CHARACTERS;
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
    if (this.#waiting.size > 0) allSteps(this.#steps());
  }

  /** Reads what waits, step by step; nobody reads the same beside it. */
  async prepare(): Promise<void> {
    while (!this.isReady) {
      this.#underWay ??= takeSteps(this.#steps()).finally(() => {
        this.#underWay = null;
      });
      await this.#underWay;
    }
  }

  /** Memories may come and go between two steps: each is taken off before it is read. */
  *#steps(): Steps<void> {
    let characters = 0;
    for (const memory of this.#waiting.values()) {
      const { length } = memory.content;
      this.#waiting.delete(memory.id);
      this.#waitingCharacters -= length;
      this.#readCharacters += length;
      this.#use.read(memory);
      characters += length;
      if (characters < STEP_CHARACTERS) continue;
      characters = 0;
      yield;
    }
  }
}
