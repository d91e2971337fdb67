/**
 * Records on their way to the gateway, beside the agent's run: adding one never waits and never throws, what cannot be
 * sent waits within the buffer's bounds, and nothing here keeps the process alive.
 */

import { inRound, keptByConnectionsMs } from '../connections.ts';
import { toWhetstoneError, WhetstoneError } from '../errors.ts';
import type { EpisodeIn } from '../generated/api.ts';
import type { Settings } from '../options.ts';
import { backgroundTimer, pause } from '../timers.ts';
import { backoffMs } from '../transport.ts';
import { AwaitedIds, encodeRecord, RecordBuffer, type RecordBytes } from './record-buffer.ts';
import { sendAtCrash } from './send-at-crash.ts';
import { type BatchOptions, sendBatch } from './send-batch.ts';

const BATCH = { maxRecords: 100, maxBytes: 1_000_000 };
/** Browsers refuse more than 64 KiB in all requests that outlive a page. */
const LAST_BATCH = { maxRecords: 100, maxBytes: 60_000 };
/** At a crash there is time for one request. */
const CRASH_BATCH = { maxRecords: 1000, maxBytes: 4_000_000 };

export interface Delivered {
  /** Records that the gateway has, since the client was made. */
  sent: number;
  /** Records that found no room in the buffer, were refused or could not be written as JSON. */
  dropped: number;
  /** Records that wait, and their bytes. */
  waiting: number;
  waitingBytes: number;
}

export interface FlushOptions {
  /** Longest that the flush may take, in milliseconds. Default 5,000. */
  timeoutMs?: number | undefined;
}

/** A run that an adapter follows and has not recorded yet. */
export interface FollowedRun {
  /** Since when nothing was heard of it; null while its model is at work. */
  readonly idleSince: number | null;
  /** Records it as it stands. */
  end(): void;
}

/** How long a run has to be silent to be taken for over at a flush: others that share the client may be at work. */
const SILENT_MS = 1000;

export class Outbox {
  readonly #settings: Settings;
  readonly #buffer: RecordBuffer;
  readonly #followed = new Set<FollowedRun>();
  readonly #ids = new AwaitedIds();
  #sent = 0;
  #refused = 0;
  #underWay: readonly RecordBytes[] = [];
  #failures = 0;
  #reportedDrops = 0;
  #sending: Promise<WhetstoneError | null> | null = null;
  #cancelTimer: (() => void) | null = null;
  #triedAtExit = false;
  #underWayEnd = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#buffer = new RecordBuffer(settings, (dropped) => this.#ids.resolve(dropped, null));
  }

  get delivered(): Delivered {
    return {
      sent: this.#sent,
      dropped: this.#buffer.dropped + this.#refused,
      waiting: this.#buffer.size + this.#underWay.length,
      waitingBytes: this.#buffer.bytes + this.#underWay.reduce((sum, { byteLength }) => sum + byteLength, 0),
    };
  }

  /** Keeps a record for sending. Never throws. Gives its id once it is stored; null where it is not going to be. */
  add(episode: EpisodeIn, settings = this.#settings): Promise<string | null> {
    try {
      const record = encodeRecord(settings, episode);
      const id = this.#ids.promise(record);
      this.#buffer.add(record);
      this.#triedAtExit = false;
      if (this.#settings.exitTimeoutMs > 0) watchExit(this);
      this.#reportDrops();
      this.#schedule();
      return id;
    } catch (error) {
      this.#refused += 1;
      this.#settings.report(toWhetstoneError(error, 'invalid'));
      return Promise.resolve(null);
    }
  }

  /** Has the end of the process record a run, if nothing else does. */
  follow(run: FollowedRun): void {
    this.#followed.add(run);
    if (this.#settings.exitTimeoutMs > 0) watchExit(this);
  }

  unfollow(run: FollowedRun): void {
    this.#followed.delete(run);
    this.#leaveExit();
  }

  /** Records the runs that are silent, and sends as {@link sendWaiting}. */
  async flush({ timeoutMs = 5000 }: FlushOptions = {}): Promise<Delivered> {
    const deadline = performance.now() + timeoutMs;
    await this.#endSilentRuns(Math.min(SILENT_MS, timeoutMs / 2));
    return await this.sendWaiting({ timeoutMs: deadline - performance.now() });
  }

  /** Sends what waits, trying again while there is time. Never rejects; what is left waits on. */
  async sendWaiting({ timeoutMs = 5000 }: FlushOptions = {}): Promise<Delivered> {
    const deadline = performance.now() + timeoutMs;
    for (let tries = 0; tries <= this.#settings.retries; tries += 1) {
      const left = deadline - performance.now();
      if (left <= 0 || this.delivered.waiting === 0) break;
      const error = await this.#sendWithin(left);
      if (error === null) continue;
      const wait = backoffMs(tries + 1, Math.random(), error);
      if (tries === this.#settings.retries || performance.now() + wait >= deadline) break;
      await pause(wait);
    }
    return this.delivered;
  }

  /**
   * At the end of a Node process: once for each time that something was left to send. `spentMs` of the time for it are over
   * already.
   */
  async flushAtExit(spentMs: number): Promise<void> {
    // Nothing is left in the process that could go on with a run.
    for (const run of this.#followed) run.end();
    if (this.#triedAtExit) return;
    this.#triedAtExit = true;
    await this.flush({ timeoutMs: Math.max(0, this.#settings.exitTimeoutMs - spentMs) });
    // What a silent gateway has not answered until now would hold the process.
    this.#underWayEnd.abort();
    this.#underWayEnd = new AbortController();
    // Who still waits for an id would have Node complain of a promise without an end.
    this.#ids.giveUp();
  }

  /** At the end of a page: all at once, as there is no later. A record that arrives twice is stored once. */
  sendAtPageEnd(): void {
    for (const run of this.#followed) run.end();
    const records = this.#buffer.take(LAST_BATCH);
    if (records.length === 0) return;
    const manner = { timeoutMs: this.#settings.requestTimeoutMs, keepalive: true, background: true };
    void sendBatch(this.#settings, records, { ...manner, stored: this.#stored }).then(({ sent, left }) => {
      this.#sent += sent;
      this.#buffer.putBack(left);
      this.#schedule();
    });
  }

  /**
   * While an error ends the process. What is under way goes again, as its request ends with the process; a record that
   * arrives twice is stored once.
   */
  sendAtCrash(): void {
    for (const run of this.#followed) run.end();
    const waiting = this.#buffer.take(CRASH_BATCH);
    const records = [...this.#underWay, ...waiting];
    if (sendAtCrash(this.#settings, records, this.#settings.exitTimeoutMs)) this.#sent += waiting.length;
    else this.#buffer.putBack(waiting);
  }

  readonly #stored = (record: RecordBytes, id: string | null) => this.#ids.resolve(record, id);

  async #endSilentRuns(ms: number): Promise<void> {
    const silent = [...this.#followed].filter(({ idleSince }) => idleSince !== null);
    const since = silent.map(({ idleSince }) => idleSince ?? 0);
    if (silent.length === 0) return;
    const wait = Math.max(...since) + ms - performance.now();
    if (wait > 0) await pause(wait);
    for (const [at, run] of silent.entries()) if (run.idleSince === since[at]) run.end();
  }

  #leaveExit(): void {
    if (this.delivered.waiting === 0 && this.#followed.size === 0) leaveExit(this);
  }

  #schedule(): void {
    if (this.#cancelTimer !== null || this.#sending !== null || this.#buffer.size === 0) return;
    const isFull = this.#failures === 0 && this.#buffer.size >= BATCH.maxRecords;
    this.#sendLater(isFull ? 0 : this.#settings.flushIntervalMs);
  }

  #sendLater(ms: number): void {
    this.#cancelTimer = backgroundTimer(() => {
      this.#cancelTimer = null;
      void this.#send(this.#settings.requestTimeoutMs, true);
    }, ms);
  }

  /** Waits for what is under way or for a round of its own, but no longer than `ms`. */
  async #sendWithin(ms: number): Promise<WhetstoneError | null> {
    const late = new WhetstoneError('timeout', `not sent within ${Math.round(ms)} ms`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise<WhetstoneError>((resolve) => {
      timer = setTimeout(() => resolve(late), ms);
    });
    const timeoutMs = Math.min(ms, this.#settings.requestTimeoutMs);
    try {
      return await Promise.race([this.#sending ?? this.#send(timeoutMs, false), passed]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One round: everything that waits, up to the first error. Resolves with that error. */
  #send(timeoutMs: number, background: boolean): Promise<WhetstoneError | null> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const { signal } = this.#underWayEnd;
    const manner = { timeoutMs, keepalive: false, background, signal };
    const round = inRound(this.#settings, async () => await this.#sendAll(manner)).then((error) => {
      this.#sending = null;
      this.#afterRound(error);
      return error;
    });
    this.#sending = round;
    return round;
  }

  async #sendAll(manner: BatchOptions): Promise<WhetstoneError | null> {
    for (let batch = this.#buffer.take(BATCH); batch.length > 0; batch = this.#buffer.take(BATCH)) {
      this.#underWay = batch;
      const { sent, refused, left, error } = await sendBatch(this.#settings, batch, {
        ...manner,
        stored: this.#stored,
      });
      this.#underWay = [];
      this.#sent += sent;
      this.#refused += refused;
      if (error === null) continue;
      this.#buffer.putBack(left);
      return error;
    }
    return null;
  }

  #afterRound(error: WhetstoneError | null): void {
    this.#reportDrops();
    if (error === null) {
      this.#failures = 0;
      if (this.#buffer.size > 0) this.#schedule();
      else this.#leaveExit();
      return;
    }
    this.#failures += 1;
    this.#settings.report(error);
    if (this.#cancelTimer === null) this.#sendLater(backoffMs(this.#failures, Math.random(), error));
  }

  /** Tells of records without room once they have doubled: a flood of them must not become a flood of calls. */
  #reportDrops(): void {
    const { dropped } = this.#buffer;
    if (dropped === 0 || dropped < this.#reportedDrops * 2) return;
    this.#reportedDrops = dropped;
    this.#settings.report(
      new WhetstoneError('dropped', `${dropped} records so far found no room in the buffer`),
    );
  }
}

interface ExitHandlers {
  flushAtExit(spentMs: number): Promise<void>;
  sendAtPageEnd(): void;
  sendAtCrash(): void;
}

interface Platform {
  process?: {
    on?: (event: 'beforeExit' | 'uncaughtExceptionMonitor', listener: () => void) => unknown;
    listenerCount?: (event: 'uncaughtException') => number;
  };
  document?: unknown;
  addEventListener?: (event: 'pagehide', listener: () => void) => void;
}

const leaving = new Set<ExitHandlers>();
let listens = false;

function listen(): void {
  if (listens) return;
  listens = true;
  const { process, document, addEventListener } = globalThis as Platform;
  process?.on?.('beforeExit', () => {
    const spentMs = keptByConnectionsMs();
    for (const outbox of leaving) void outbox.flushAtExit(spentMs);
  });
  process?.on?.('uncaughtExceptionMonitor', () => {
    // With a handler of its own the process lives on, and sends as ever.
    if (process.listenerCount?.('uncaughtException') !== 0) return;
    for (const outbox of leaving) outbox.sendAtCrash();
  });
  if (document !== undefined) {
    addEventListener?.call(globalThis, 'pagehide', () => {
      for (const outbox of leaving) outbox.sendAtPageEnd();
    });
  }
}

/** Has `outbox` sent at the end. */
function watchExit(outbox: ExitHandlers): void {
  listen();
  leaving.add(outbox);
}

/** Forgets `outbox`: there is nothing left to send, and a client that is done must not be held in memory. */
function leaveExit(outbox: ExitHandlers): void {
  leaving.delete(outbox);
}
