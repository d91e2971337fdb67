/**
 * The records that wait to be sent, as the very bytes that will go out: that makes their bound exact, and keeps what
 * the agent does with its objects afterwards out of the record.
 */
import { toWhetstoneError, WhetstoneError } from '../errors.ts';
import type { EpisodeIn } from '../generated/api.ts';
import { completeScope, defaultScope, type Settings } from '../options.ts';

export type RecordBytes = Uint8Array<ArrayBuffer>;

interface Bounds {
  maxRecords: number;
  maxBytes: number;
}

/** A queue bounded in records and bytes. Where something has no room the oldest goes, and is counted. */
export class RecordBuffer {
  readonly #bounds: Bounds;
  readonly #onDrop: (record: RecordBytes) => void;
  #records: RecordBytes[] = [];
  /** How many of `#records` have left at the front; moving the others each time would make a long queue slow. */
  #gone = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(bounds: Bounds, onDrop: (record: RecordBytes) => void = () => {}) {
    this.#bounds = bounds;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#records.length - this.#gone;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Records that found no room, since the beginning. */
  get dropped(): number {
    return this.#dropped;
  }

  add(record: RecordBytes): void {
    this.#records.push(record);
    this.#bytes += record.byteLength;
    this.#makeRoom();
  }

  /** Takes the oldest records: at least one where there is any, then as many as fit both bounds. */
  take({ maxRecords, maxBytes }: Bounds): RecordBytes[] {
    const batch: RecordBytes[] = [];
    let bytes = 0;
    for (let next = this.#first(); next !== undefined; next = this.#first()) {
      const fits = batch.length < maxRecords && bytes + next.byteLength <= maxBytes;
      if (batch.length > 0 && !fits) break;
      bytes += next.byteLength;
      batch.push(next);
      this.#removeFirst(next);
    }
    return batch;
  }

  /** Puts a batch that could not be sent back in front of what came meanwhile. */
  putBack(batch: readonly RecordBytes[]): void {
    this.#records = [...batch, ...this.#records.slice(this.#gone)];
    this.#gone = 0;
    for (const record of batch) this.#bytes += record.byteLength;
    this.#makeRoom();
  }

  #first(): RecordBytes | undefined {
    return this.#records[this.#gone];
  }

  #removeFirst(record: RecordBytes): void {
    this.#gone += 1;
    this.#bytes -= record.byteLength;
    if (this.#gone < 1024 || this.#gone * 2 < this.#records.length) return;
    this.#records = this.#records.slice(this.#gone);
    this.#gone = 0;
  }

  #makeRoom(): void {
    for (let first = this.#first(); first !== undefined && this.#isOver(); first = this.#first()) {
      this.#removeFirst(first);
      this.#dropped += 1;
      this.#onDrop(first);
    }
  }

  #isOver(): boolean {
    return this.size > this.#bounds.maxRecords || this.#bytes > this.#bounds.maxBytes;
  }
}

/** The ids of records that are not stored yet. */
export class AwaitedIds {
  readonly #waiting = new Map<RecordBytes, (id: string | null) => void>();

  promise(record: RecordBytes): Promise<string | null> {
    return new Promise((resolve) => this.#waiting.set(record, resolve));
  }

  resolve(record: RecordBytes, id: string | null): void {
    this.#waiting.get(record)?.(id);
    this.#waiting.delete(record);
  }

  giveUp(): void {
    for (const record of this.#waiting.keys()) this.resolve(record, null);
  }
}

// Makes a record of what an agent hands over: complete enough to be sent twice without being stored twice.

const encoder = new TextEncoder();

/** The gateway's default bound on a request; a larger record could never be sent. */
const MAX_RECORD_BYTES = 4_000_000 - 2;

/** A fresh idempotency key; browsers offer randomUUID on secure pages only. */
function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `ws:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The episode as it is sent: with its scope, and a key that makes sending it again harmless. */
export function completed(settings: Settings, episode: EpisodeIn): EpisodeIn {
  const { session_id } = defaultScope(settings);
  return {
    session_id,
    ...episode,
    scope: completeScope(settings, episode),
    idempotency_key: episode.idempotency_key || freshKey(),
    recall_id: episode.recall_id || null,
  };
}

/** Numbers without a JSON form, as tools return them. */
function writable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** The record's bytes. Throws {@link WhetstoneError} of kind `invalid` where it cannot be sent. */
export function encodeRecord(settings: Settings, episode: EpisodeIn): RecordBytes {
  let bytes: RecordBytes;
  try {
    bytes = encoder.encode(JSON.stringify(completed(settings, episode), writable));
  } catch (error) {
    throw toWhetstoneError(error, 'invalid');
  }
  if (bytes.byteLength <= MAX_RECORD_BYTES) return bytes;
  throw new WhetstoneError(
    'invalid',
    `a record of ${bytes.byteLength} bytes cannot be sent: at most ${MAX_RECORD_BYTES}`,
  );
}
