/**
 * The client: recall and record beside an agent's run, which never fail it, and the gateway's operations,
 * which may.
 */
import { type CallOptions, callOperation, type Input, type OperationName, type ReplyOf } from './call.ts';
import type { EpisodeIn, RecallRequest } from './generated/api.ts';
import { Quiet, resolveSettings, type Settings, type WhetstoneOptions } from './options.ts';
import { type Delivered, type FlushOptions, Outbox } from './outbox.ts';
import { type Recall, type RecallOptions, recallOrNothing } from './recall.ts';

export class Whetstone {
  readonly #settings: Settings;
  readonly #quiet = new Quiet();
  readonly #outbox: Outbox;

  /** Never throws, so that a bad option cannot keep an agent from starting: the first call reports it. */
  constructor(options: WhetstoneOptions = {}) {
    this.#settings = resolveSettings(options);
    this.#outbox = new Outbox(this.#settings);
  }

  /**
   * What is known for a task, within the limit and never rejecting: empty where the gateway does not answer.
   */
  async recall(request: string | RecallRequest, options?: RecallOptions): Promise<Recall> {
    const asked = typeof request === 'string' ? { query: request } : request;
    return await recallOrNothing({ settings: this.#settings, quiet: this.#quiet }, asked, options);
  }

  /** Keeps what happened in a run, to be sent in the background. Returns at once and never throws. */
  record(episode: EpisodeIn): void {
    this.#outbox.add(episode);
  }

  /** Sends what was recorded so far and resolves when it is there or the time is up. Never rejects. */
  async flush(options?: FlushOptions): Promise<Delivered> {
    return await this.#outbox.flush(options);
  }

  /** How many records were sent, were dropped and wait. */
  get delivered(): Delivered {
    return this.#outbox.delivered;
  }

  /** Calls any operation of the gateway. Throws `WhetstoneError`. */
  async call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<ReplyOf<Name>> {
    return await callOperation(this.#settings, name, input, options);
  }

  /** Passes an error that an adapter met to `onError`. */
  report(error: Parameters<Settings['report']>[0]): void {
    this.#settings.report(error);
  }
}
