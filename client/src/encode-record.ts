/** Makes a record of what an agent hands over: complete enough to be sent twice without being stored twice. */
import { toWhetstoneError, WhetstoneError } from './errors.ts';
import type { EpisodeIn } from './generated/api.ts';
import { defaultScope, type Settings } from './options.ts';
import type { RecordBytes } from './record-buffer.ts';

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
  const { scope, session_id } = defaultScope(settings);
  return {
    session_id,
    ...episode,
    scope: { ...scope, ...episode.scope },
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
