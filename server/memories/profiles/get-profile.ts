/** A user's card as it is read over the interface. */
import type { Principal } from '../../domain/principal.ts';
import type { ProfileCard } from '../../domain/memories/profiles/profile.ts';
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
    agent_id: key.agentId,
    user_id: key.userId,
    profile: card?.profile ?? null,
    sources: card?.sources ?? [],
    updated_at: card?.updatedAt.toISOString() ?? null,
  };
}
