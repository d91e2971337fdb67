/** Whose a learned memory is: what a run with a user teaches belongs to that user unless it is shared on purpose. */
import type { MemoryKind } from '../../memories/memory.ts';

/** Most memories of one run that are looked at. */
export const MAX_MEMORIES_PER_EPISODE = 10;

interface Learned {
  readonly kind: MemoryKind;
  readonly userSpecific: boolean;
}

/**
 * The user whose memory it becomes, null for none. `shareLearnedFacts` lets facts and lessons that are about no user in
 * particular leave the user of their run; preferences never do.
 */
export function ownerOf(
  { kind, userSpecific }: Learned,
  { userId, shareLearnedFacts }: { readonly userId: string | null; readonly shareLearnedFacts: boolean },
): string | null {
  const isShared = shareLearnedFacts && !userSpecific && kind !== 'preference';
  return isShared ? null : userId;
}
