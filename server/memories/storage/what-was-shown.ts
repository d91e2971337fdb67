/**
 * A decision on a held memory counts only for what was shown: its digest comes back with the decision, which is refused where the
 * memory, or the one it resembles, is another by then.
 */
import { createHash } from 'node:crypto';
import type { MemoryStatus } from '../../domain/memories/memory.ts';
import { type Tx, toJson } from '../../platform/db/database.ts';
import { ServiceError } from '../../platform/errors.ts';
import { memoryStore } from './store.ts';

interface ShownMemory {
  content: string;
  holdReasons: readonly string[];
  similarId: string | null;
}

/** What a memory resembles, as it was shown beside it; null where it is gone. */
type SimilarMemory = { content: string; status: MemoryStatus } | null;

const DIGEST_LENGTH = 22;
const SEPARATOR = '.';

const digest = (value: unknown): string =>
  createHash('sha256').update(toJson(value)).digest('base64url').slice(0, DIGEST_LENGTH);

function parts({ content, holdReasons }: ShownMemory, beside: SimilarMemory): [string, string] {
  return [digest([content, holdReasons]), digest(beside === null ? null : [beside.content, beside.status])];
}

/** Stands for a held memory and what it resembles. */
export function memoryDigest(memory: ShownMemory, beside: SimilarMemory): string {
  return parts(memory, beside).join(SEPARATOR);
}

/**
 * Throws 409 where the memory is not what was shown; an approval rests on what it resembles too. Nothing shown, nothing
 * compared.
 */
export async function requireShown(
  tx: Tx,
  tenant: string,
  { shown, approve, memory }: { shown: string | null; approve: boolean; memory: ShownMemory },
): Promise<void> {
  if (shown === null) return;
  const beside = memory.similarId === null ? null : await memoryStore(tx, tenant).find(memory.similarId);
  const [own, other] = parts(memory, beside);
  const [shownOwn, shownOther] = shown.split(SEPARATOR);
  if (own !== shownOwn) throw changed('its wording or the reasons to hold it');
  if (approve && other !== shownOther) throw changed('the memory that it resembles');
}

function changed(what: string): ServiceError {
  return new ServiceError('conflict', `things changed since this was shown: ${what}`);
}
