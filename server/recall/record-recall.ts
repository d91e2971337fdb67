/** Stores what was served before the reply goes out, together with what other requests served at the same time. */
import type { Runtime } from '../platform/runtime.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { insertRecalls, type RecallRecord, type RecallRow, recallRow } from './store.ts';

/** One statement holds at most so much, and at most so much waits for its turn. */
const LIMITS = { rows: 64, bytes: 1_000_000, waitingRows: 4096, waitingBytes: 64_000_000 };

function writerOf(runtime: Runtime): GroupCommit<RecallRow> {
  // One statement is a transaction of its own: no need for two more round trips around it.
  return runtime.once('recall.writer', () =>
    groupCommit((rows: RecallRow[]) => insertRecalls(runtime.db.read, rows), LIMITS),
  );
}

/** Resolves when the record is durable. */
export async function recordRecall(runtime: Runtime, tenant: string, record: RecallRecord): Promise<void> {
  const row = recallRow(tenant, record);
  await writerOf(runtime).add(row, row.bytes);
}
