/**
 * The rules that apply to the calls of a run's tools. They are asked for as soon as the model asks for a call, while its tool
 * works, and are given to the model below the call's result.
 */
import type { NextCall, Recall } from '../recall.ts';
import { pause } from '../timers.ts';
import type { RequestedTool } from './conversation.ts';

/** What is asked for a call; null where by the triggers of the recall no rule applies. */
export type AskBefore = (known: Recall, call: NextCall, id: string) => Promise<Recall> | null;

export class CallNotes {
  readonly #ask: AskBefore;
  readonly #seen = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  /** By the call's id. */
  readonly texts = new Map<string, string>();

  constructor(ask: AskBefore) {
    this.#ask = ask;
  }

  /** Asks for the rules of calls, each once. */
  add(known: Recall, calls: readonly RequestedTool[], lastError: string | null): void {
    for (const { id, name, arguments: given } of calls) {
      if (id === '' || this.#seen.has(id)) continue;
      this.#seen.add(id);
      const asked = this.#ask(known, { name, arguments: given, lastError }, id);
      if (asked === null) continue;
      const noted = asked.then(({ instructions }) => {
        if (instructions !== '') this.texts.set(id, instructions);
        this.#pending.delete(id);
      });
      this.#pending.set(id, noted);
    }
  }

  /** Waits until all that was asked for is known, or the time is up. */
  async settle(ms: number): Promise<void> {
    if (this.#pending.size > 0) await Promise.race([Promise.all(this.#pending.values()), pause(ms)]);
  }
}
