/** Writes a user's card anew, in the transaction of the memory change that made the old one wrong. */
import { CARD_LINES, composeCard } from '../../domain/memories/profiles/compose-card.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ProfileKey, profileStore } from './store.ts';

/** A memory that was added, released, closed or removed, as far as the card cares. */
export interface ChangedMemory {
  agentId: string;
  userId: string | null;
  kind: string;
}

/**
 * Recomposes the card of the changed memory's user; nothing happens where the memory is no preference of a user's.
 * Call it after the agent's revision has been bumped: that row serialises the writers, so no one's change is missed.
 */
export async function refreshProfile(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { agentId, userId, kind }: ChangedMemory,
): Promise<void> {
  if (userId === null || kind !== 'preference') return;
  const key: ProfileKey = { agentId, userId };
  const store = profileStore(tx, tenant);
  const card = composeCard(await store.preferences(key, CARD_LINES));
  if (card === null) await store.remove(key);
  else await store.put(key, card, runtime.clock());
}
