/** The client: recall and record beside an agent's run, which never fail it, and the gateway's operations, which may. */
import { type CallOptions, callOperation, type Input, type OperationName, type ReplyOf } from './call.ts';
import type { EpisodeIn, RecallRequest } from './generated/api.ts';
import { Quiet, type Settings, settingsOf, type WhetstoneOptions } from './options.ts';
import { type Delivered, type FlushOptions, type FollowedRun, Outbox } from './outbox.ts';
import { type Recall, type RecallOptions, recallOrNothing } from './recall.ts';

export class Whetstone {
  readonly #settings: Settings;
  readonly #quiet = new Quiet();
  readonly #outbox: Outbox;

  /** Never throws, so that a bad option cannot keep an agent from starting: the first call reports it. */
  constructor(options: WhetstoneOptions = {}) {
    this.#settings = settingsOf(options);
    this.#outbox = new Outbox(this.#settings);
  }

  /** What is known for a task, within the limit and never rejecting: empty where the gateway does not answer. */
  async recall(request: string | RecallRequest, options?: RecallOptions): Promise<Recall> {
    const asked = typeof request === 'string' ? { query: request } : request;
    return await recallOrNothing({ settings: this.#settings, quiet: this.#quiet }, asked, options);
  }

  /** Keeps what happened in a run, to be sent in the background. Returns at once and never throws. */
  record(episode: EpisodeIn): void {
    this.#outbox.add(episode);
  }

  /**
   * Sends what was recorded so far and resolves when it is there or the time is up. Never rejects. A run of an adapter that is
   * silent for a second is recorded as it stands.
   */
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

  /** Has a run recorded at a flush and at the end of the process, where nothing is heard of it any more. For adapters. */
  follow(run: FollowedRun): void {
    this.#outbox.follow(run);
  }

  /** The run is recorded. */
  unfollow(run: FollowedRun): void {
    this.#outbox.unfollow(run);
  }

  /** Passes an error that an adapter met to `onError`. */
  report(error: Parameters<Settings['report']>[0]): void {
    this.#settings.report(error);
  }
}
