/**
 * Delivers a batch of records. The gateway takes a batch whole or not at all, so one bad record is found by halving:
 * it is given up and reported, and the others arrive.
 */
import { RECORDS_PATH } from '../connections.ts';
import { isPassing, toWhetstoneError, WhetstoneError } from '../errors.ts';
import type { Settings } from '../options.ts';
import { send } from '../transport.ts';
import type { RecordBytes } from './record-buffer.ts';

const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** How a request is to be made. */
export interface BatchOptions {
  timeoutMs: number;
  /** Aborted where the process ends. */
  signal?: AbortSignal;
  keepalive: boolean;
  background: boolean;
  /** Told the id of each record that was stored, and null for one that was refused. */
  stored?(record: RecordBytes, id: string | null): void;
}

/** What became of a batch. `left` could not be sent for `error`, and may be later. */
export interface BatchResult {
  sent: number;
  refused: number;
  left: RecordBytes[];
  error: WhetstoneError | null;
}

/** The records as one JSON array, without parsing them again. */
export function arrayOf(records: readonly RecordBytes[]): RecordBytes {
  const length = records.reduce((sum, { byteLength }) => sum + byteLength + 1, 1);
  const body = new Uint8Array(length);
  let at = 0;
  for (const record of records) {
    body[at] = at === 0 ? 0x5b : 0x2c;
    body.set(record, at + 1);
    at += record.byteLength + 1;
  }
  body[at] = 0x5d;
  return body;
}

function idOf(stored: unknown): string | null {
  const { episode_id } = (stored ?? {}) as { episode_id?: unknown };
  return typeof episode_id === 'string' ? episode_id : null;
}

async function post(
  settings: Settings,
  records: readonly RecordBytes[],
  manner: BatchOptions,
): Promise<void> {
  const { stored: tell, ...how } = manner;
  const { json } = await send(settings, {
    method: 'POST',
    path: RECORDS_PATH,
    body: arrayOf(records),
    maxReplyBytes: MAX_REPLY_BYTES,
    ...how,
  });
  const stored = (json as { episodes?: unknown } | null | undefined)?.episodes;
  if (Array.isArray(stored) && stored.length === records.length) {
    for (const [at, record] of records.entries()) tell?.(record, idOf(stored[at]));
    return;
  }
  throw new WhetstoneError('malformed', 'the answer does not say that the records were stored');
}

/** A refusal of the records themselves; one of the credential or the address says nothing about them. */
function blamesRecords({ kind, status }: WhetstoneError): boolean {
  return kind === 'status' && (status === 400 || status === 413 || status === 422);
}

/** Sends `records`, in order. Never rejects. */
export async function sendBatch(
  settings: Settings,
  records: RecordBytes[],
  manner: BatchOptions,
): Promise<BatchResult> {
  try {
    await post(settings, records, manner);
    return { sent: records.length, refused: 0, left: [], error: null };
  } catch (thrown) {
    const error = toWhetstoneError(thrown);
    if (isPassing(error) || !blamesRecords(error)) return { sent: 0, refused: 0, left: records, error };
    if (records.length > 1) return await sendHalves(settings, records, manner);
    settings.report(error);
    for (const record of records) manner.stored?.(record, null);
    return { sent: 0, refused: 1, left: [], error: null };
  }
}

async function sendHalves(
  settings: Settings,
  records: RecordBytes[],
  manner: BatchOptions,
): Promise<BatchResult> {
  const middle = Math.ceil(records.length / 2);
  const first = await sendBatch(settings, records.slice(0, middle), manner);
  const rest = records.slice(middle);
  if (first.error !== null) return { ...first, left: [...first.left, ...rest] };
  const second = await sendBatch(settings, rest, manner);
  return { ...second, sent: first.sent + second.sent, refused: first.refused + second.refused };
}
