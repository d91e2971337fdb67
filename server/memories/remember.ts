/** Remembers a statement, no matter who makes it: stores it, asking the learning model first where it resembles what is kept. */
import type { MemoryAdded } from '../domain/memories/memory.ts';
import type { Tx } from '../platform/db/database.ts';
import type { TimeoutPolicy } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { attemptUntilDecided, logMissed, prepareSimilar } from './reconciliation/index.ts';
import { releaseVouched } from './release-vouched.ts';
import {
  type Author,
  announceChange,
  type Statement,
  statementVector,
  upsertStatement,
} from './statements/index.ts';

/** Runs `work` in one transaction: that of the database, or that of a job which still has to own its lease. */
export type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface RememberRequest {
  author: Author;
  statement: Statement;
  /** Ids of memories that were shown to the agent in the runs that the statement was learned from. */
  recalled: readonly string[];
  timeouts: TimeoutPolicy;
  signal?: AbortSignal | undefined;
  /** Ends the wait for the model; the statement is held then, and a job goes on. */
  patience?: AbortSignal | undefined;
  commit: Commit;
  /** Throws where the statement must not be stored any more; called first in each transaction. */
  check?: (tx: Tx) => Promise<void>;
}

/** Longest wait of a job for a statement's vector, in milliseconds; a caller waits no longer than a recall does. */
const JOB_TIMEOUT_MS = 10_000;

/** Stores a statement, or answers `noop` with the memory of its agent and user that already says it. */
export async function remember(runtime: Runtime, remembering: RememberRequest): Promise<MemoryAdded> {
  const { author, statement, recalled, timeouts, signal, patience, commit, check } = remembering;
  const { tenant } = author;
  const { scope, kind, content } = statement;
  const question = { tenant, kind, content, recalled, accepted: [], timeouts, signal, patience };
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
    announceChange(runtime, tenant, scope, change);
    return outcome;
  });
  if (record !== null && missed !== null) logMissed(runtime, tenant, missed, record);
  if (reply.action !== 'noop') return reply;
  const options = { timeouts, signal, patience, commit };
  return { ...reply, status: await releaseVouched(runtime, tenant, { ...reply, ...options }) };
}
