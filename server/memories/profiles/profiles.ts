/** A user's card as it is read over the interface. */

import {
  CARD_LINES,
  type Card,
  composeCard,
  type Preference,
  type ProfileCard,
} from '../../domain/memories/profile.ts';
import type { Principal } from '../../domain/principal.ts';
import { bumpMemories, revisionStore } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type ProfileKey, profileStore } from './store.ts';

/** The card of one user with one agent; its `profile` is null where nothing is known. */
export async function getProfile(
  runtime: Runtime,
  principal: Principal,
  key: ProfileKey,
): Promise<ProfileCard> {
  const card = await profileStore(runtime.db.read, principal.tenant).find(key);
  return {
    agentId: key.agentId,
    userId: key.userId,
    profile: card?.profile ?? null,
    sources: card?.sources ?? [],
    updatedAt: card?.updatedAt.toISOString() ?? null,
  };
}

// Writes a user's card again, in the transaction of the memory change that made the old one wrong.

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

// Cards in a model's words. Every change of a user's preferences composes the card again; until a model has worded it, it
// says the memories' own words. A model's wording is kept only while the preferences are the ones that it was made from.

/** Most preferences that a wording is made from, the newest. */
const MAX_PREFERENCES = 50;

/** A card that waits for its wording, with the preferences that are believed now, newest first. */
export interface ComposedCard {
  key: ProfileKey;
  preferences: Preference[];
}

/** At most `limit` cards of an agent whose preferences changed since a model worded them. */
export async function composedCards(
  tx: Tx,
  tenant: string,
  { agentId, limit }: { agentId: string; limit: number },
): Promise<ComposedCard[]> {
  const store = profileStore(tx, tenant);
  const cards: ComposedCard[] = [];
  for (const userId of await store.composed(agentId, limit)) {
    const key = { agentId, userId };
    cards.push({ key, preferences: await store.preferences(key, MAX_PREFERENCES) });
  }
  return cards;
}

/**
 * Keeps the wording of a card, or with null the card as it is; it is not worded again until the preferences change. Where they
 * have changed meanwhile, or the user was erased, nothing happens; answers whether the card has the wording now.
 */
export async function rewordCard(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  { key, preferences, card }: ComposedCard & { card: Card | null },
): Promise<boolean> {
  // The agent's revision serialises anyone who changes its memories: what is read after this stays so.
  await revisionStore(tx, tenant).bump(new Map([[key.agentId, { skills: 0, memories: 0 }]]));
  const store = profileStore(tx, tenant);
  const now = await store.preferences(key, MAX_PREFERENCES);
  const isSame = now.length === preferences.length && now.every(({ id }, at) => id === preferences[at]?.id);
  if (!isSame || now.length === 0) return false;
  await store.finalize(key, card, runtime.clock());
  if (card === null) return false;
  await bumpMemories(tx, tenant, key.agentId);
  return true;
}
