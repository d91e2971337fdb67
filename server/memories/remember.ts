/** Remembers a statement, no matter who makes it: stores it, asking the learning model first where it resembles what is kept. */
import { scopeOf } from '../domain/fields.ts';
import type { MemoryAdded, MemoryIn } from '../domain/memories/memory.ts';
import type { Principal } from '../domain/principal.ts';
import type { Tx } from '../platform/db/database.ts';
import { CALLER_TIMEOUTS, type TimeoutPolicy } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { attemptUntilDecided, logMissed, prepareSimilar } from './considered.ts';
import { type Statement, statementVector, toStatement } from './statement.ts';
import { memoryStore } from './store.ts';
import { tellChanged } from './tell-changed.ts';
import { type Author, upsertStatement } from './upsert-statement.ts';

/** Runs `work` in one transaction: that of the database, or that of a job which still has to own its lease. */
export type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** How a statement is remembered. */
interface Remembering {
  author: Author;
  statement: Statement;
  /** Ids of memories that were shown to the agent in the runs that the statement was learned from. */
  recalled: readonly string[];
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  commit: Commit;
  /** Throws where the statement must not be stored any more; called first in each transaction. */
  check?: (tx: Tx) => Promise<void>;
}

/** Longest wait of a job for a statement's vector, in milliseconds; a caller waits no longer than a recall does. */
const JOB_TIMEOUT_MS = 10_000;

/** Stores a statement, or answers `noop` with the memory of its agent and user that already says it. */
export async function remember(runtime: Runtime, remembering: Remembering): Promise<MemoryAdded> {
  const { author, statement, recalled, timeouts, signal, commit, check } = remembering;
  const { tenant } = author;
  const { scope, kind, content } = statement;
  const known = await memoryStore(runtime.db.read, tenant).sameText(scope, statement.textKey);
  if (known !== null) return { ...known, action: 'noop' };
  const question = { tenant, kind, content, recalled, accepted: [], timeouts, signal };
  const vector = await statementVector(runtime, tenant, {
    ...{ scope, content },
    ...(timeouts.queue === 'jobs' ? { timeoutMs: JOB_TIMEOUT_MS } : {}),
  });
  await prepareSimilar(runtime, tenant, scope);
  const { reply, record, missed } = await attemptUntilDecided(runtime, question, async (consideration) => {
    const { outcome, change } = await commit(async (tx) => {
      await check?.(tx);
      return await upsertStatement(runtime, tx, author, { statement, vector, consideration });
    });
    tellChanged(runtime, tenant, scope, change);
    return outcome;
  });
  if (record !== null && missed !== null) logMissed(runtime, tenant, missed, record);
  return reply;
}

// Remembers what a caller says. A model that is missing or fails never fails this: the memory is held instead.

/** Stores a memory, or answers `noop` with the one of its agent and user that already says the same. */
export async function addMemory(
  runtime: Runtime,
  principal: Principal,
  said: MemoryIn,
): Promise<MemoryAdded> {
  const { content, kind } = said;
  return await remember(runtime, {
    author: principal,
    statement: toStatement(runtime, { scope: scopeOf(said), kind, content, confidence: 1, sources: [] }),
    recalled: [],
    timeouts: CALLER_TIMEOUTS,
    commit: runtime.db.write,
  });
}
