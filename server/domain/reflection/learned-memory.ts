/**
 * Whose a learned memory is, and when it is none. What a run with a user teaches belongs to that user unless it is shared on
 * purpose; what a run merely repeats from a memory that it was served proves nothing about that memory.
 */
import type { MemoryKind } from '../memories/memory.ts';
import { analyze } from '../ranking/analyze.ts';
import { comparableText } from '../ranking/resemblance.ts';

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

/** Words that turn a statement into another one although ranking ignores them. */
const TURNING = /\b(?:no|not|never|without|cannot|none|no longer|any ?more|until|since)\b|n['’]t\b/giu;

/** Whether a learned text has nothing that a memory which the run was served does not say: then it is that memory's echo. */
export function echoes(content: string, recalled: readonly string[]): boolean {
  return recalled.some((known) => addsNothing(content, known));
}

function addsNothing(content: string, known: string): boolean {
  if (comparableText(content) === comparableText(known)) return true;
  if (turnsOf(content) !== turnsOf(known)) return false;
  const [said, kept] = [new Set(analyze(content)), new Set(analyze(known))];
  return said.size > 0 && [...said].every((term) => kept.has(term));
}

function turnsOf(text: string): number {
  return text.match(TURNING)?.length ?? 0;
}
