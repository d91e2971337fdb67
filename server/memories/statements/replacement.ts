/** One memory in the place of another. The one that gives way is closed and keeps its text and its times. */
import type { Tx } from '../../platform/db/database.ts';
import type { ChangedMemory } from '../profiles/index.ts';
import type { CurrentReconciliation, MissedReconciliation, Replacement } from '../reconciliation/index.ts';
import { type MemoryRecord, type MemoryScope, memoryStore } from '../storage/index.ts';
import { supportStore } from '../support/index.ts';
import { textKey } from './statement.ts';

/** Most episodes that a merged memory names as its sources, the latest ones. */
const MAX_SOURCES = 50;

/** Nothing was replaced, because the memory that was meant is active no longer. */
export const CHANGED: MissedReconciliation = {
  because: 'failed',
  reason: 'the memory that was meant has changed',
};

/** What a memory says and what it rests on. */
interface MemoryWording {
  content: string;
  textKey: string;
  sources: string[];
  evidenceKept: boolean;
}

/**
 * A reconciliation in the light of what is kept: merging into a text that is believed already (the older memory's own, or another one's)
 * adds nothing to it.
 */
export async function effectiveReconciliation(
  tx: Tx,
  tenant: string,
  scope: MemoryScope,
  current: CurrentReconciliation,
): Promise<CurrentReconciliation> {
  if (current.action !== 'update') return current;
  const duplicate = await memoryStore(tx, tenant).sameText(scope, textKey(current.content));
  return duplicate?.status === 'active' ? { action: 'noop', target: duplicate.id } : current;
}

/**
 * Closes the memory that gives way to the memory `by`, and says how that one reads then; null, and nothing is changed, where it is
 * active no longer.
 */
export async function takePlace(
  tx: Tx,
  tenant: string,
  {
    reconciliation,
    by,
    at,
    given,
  }: { reconciliation: Replacement; by: string; at: Date; given: MemoryWording },
): Promise<{ wording: MemoryWording; old: MemoryRecord } | null> {
  const store = memoryStore(tx, tenant);
  const old = await store.find(reconciliation.target);
  if (old === null || !(await store.close(old.id, { supersededBy: by, at }))) return null;
  return { wording: wordingOf(reconciliation, given, old), old };
}

/** What the memory `to` rests on that took the place of `old`: a merged text on both, a correction on its own support alone. */
export async function inheritSupport(
  tx: Tx,
  tenant: string,
  { action, old, to }: { action: Replacement['action']; old: MemoryRecord; to: string },
): Promise<void> {
  if (action === 'update') await supportStore(tx, tenant).inherit(old.id, to);
}

function wordingOf(reconciliation: Replacement, given: MemoryWording, old: MemoryRecord): MemoryWording {
  const { content, textKey: key, sources, evidenceKept } = given;
  if (reconciliation.action === 'supersede') return { content, textKey: key, sources, evidenceKept };
  const both = [...new Set([...old.sources, ...sources])].slice(-MAX_SOURCES);
  return {
    content: reconciliation.content,
    textKey: textKey(reconciliation.content),
    sources: both,
    evidenceKept: evidenceKept && old.evidenceKept,
  };
}

/** A replacement as far as the user's card cares: that one of the two is a preference. */
export function profileChange(one: MemoryRecord, other: MemoryRecord): ChangedMemory {
  return other.kind === 'preference' ? other : one;
}
