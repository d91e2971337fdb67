/**
 * The records that wait to be sent, as the very bytes that will go out: that makes their bound exact, and keeps what
 * the agent does with its objects afterwards out of the record.
 */

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
