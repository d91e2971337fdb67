/**
 * Idempotency: of all requests with one key, at whatever time and in whatever process, exactly one adds a row and the
 * others find it. The unique key decides, never a look-up before the insert.
 */
import type { Tx } from '../../platform/db/database.ts';
import { type EpisodeRow, episodeStore } from './store.ts';

/** A row can vanish between the insert that met it and the look-up (an erasure, a purge); then the key is free again. */
const MAX_ROUNDS = 5;

interface AddedOrFound {
  added: Set<string>;
  /** The episode that holds each idempotency key of the rows. */
  idOfKey: Map<string, string>;
}

/** Adds the rows whose key is free and finds the episodes that hold the other keys. No key may occur twice. */
export async function addOrFind(tx: Tx, tenant: string, rows: EpisodeRow[]): Promise<AddedOrFound> {
  const store = episodeStore(tx, tenant);
  const added = new Set<string>();
  const idOfKey = new Map<string, string>();
  let waiting = rows.toSorted(byKey);
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('an idempotency key was neither free nor taken');
    for (const id of await store.add(waiting)) added.add(id);
    for (const row of waiting) if (added.has(row.id)) idOfKey.set(keyOf(row), row.id);
    const taken = waiting.filter(({ id }) => !added.has(id)).map(keyOf);
    if (taken.length > 0) for (const [key, id] of await store.idsOfKeys(taken)) idOfKey.set(key, id);
    waiting = waiting.filter((row) => !added.has(row.id) && !idOfKey.has(keyOf(row)));
  }
  return { added, idOfKey };
}

/** Only rows with a key can meet one that is taken. */
function keyOf({ idempotencyKey }: EpisodeRow): string {
  return idempotencyKey ?? '';
}

function byKey(a: EpisodeRow, b: EpisodeRow): number {
  if (keyOf(a) === keyOf(b)) return 0;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}
