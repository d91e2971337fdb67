/**
 * Memories that nothing speaks for any more: facts and lessons that recalls might have served and never did, and preferences that
 * were neither served nor confirmed for long.
 */
import { DAY_MS } from '../../domain/time.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type CheckedMemory, cleanupStore } from './cleanup-store.ts';

interface AgentMemories {
  tenant: string;
  agentId: string;
  memories: readonly CheckedMemory[];
  /** Recalls before this have been read. */
  readUntil: Date;
  /** When a person last kept a memory. */
  kept: ReadonlyMap<string, Date>;
}

interface UnusedMemory {
  kind: 'never_recalled' | 'stale_preference';
  memory: CheckedMemory;
}

export async function findUnused(runtime: Runtime, checked: AgentMemories): Promise<UnusedMemory[]> {
  const { tenant, agentId, memories, kept, readUntil } = checked;
  const since = new Date(runtime.clock().getTime() - runtime.config.learning.memoryUnusedDays * DAY_MS);
  const isOld = (moment: Date | null | undefined) => !moment || moment <= since;
  const old = memories.filter(
    ({ createdAt, activatedAt, lastRecalledAt }) => isOld(activatedAt ?? createdAt) && isOld(lastRecalledAt),
  );
  const users = [...new Set(old.flatMap(({ userId }) => userId ?? []))];
  const store = cleanupStore(runtime.db.read, tenant);
  const [lastOfUser, lastOfAgent, cards] = await Promise.all([
    store.lastRecalls(agentId, users, readUntil),
    store.lastRecall(agentId),
    store.cards(agentId, users),
  ]);
  /** When it could last have been served. */
  const lastChance = ({ userId }: CheckedMemory) =>
    (userId === null ? lastOfAgent : lastOfUser.get(userId)) ?? null;
  return old.flatMap((memory): UnusedMemory[] => {
    const wasAsked = !isOld(lastChance(memory));
    if (memory.kind === 'preference') {
      // A card is served with every recall of its user, and with it the preferences that it was made from.
      const isOnCard = cards.get(memory.userId ?? '')?.includes(memory.id) === true;
      const isStale = isOld(kept.get(memory.id)) && !(isOnCard && wasAsked);
      return isStale ? [{ kind: 'stale_preference', memory }] : [];
    }
    const isUnused = memory.lastRecalledAt === null && wasAsked && !kept.has(memory.id);
    return isUnused ? [{ kind: 'never_recalled', memory }] : [];
  });
}
