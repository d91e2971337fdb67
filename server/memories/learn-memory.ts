/**
 * Remembers what was learned from recorded runs. What an agent was told comes back in what it does: a memory that only repeats what
 * those runs were served proves nothing and is not stored again, not even after it was corrected. Nothing is stored that rests
 * on episodes which have been erased meanwhile.
 */

import type { MemoryAdded, MemoryKind } from '../domain/memories/memory.ts';
import type { SaidBy } from '../domain/memories/support.ts';
import { restates } from '../domain/memories/timeline.ts';
import { SYSTEM_ACTORS } from '../domain/principal.ts';
import { isRowsGone, RowsGone } from '../platform/db/database.ts';
import { JOB_TIMEOUTS } from '../platform/llm/complete.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Commit, remember } from './remember.ts';
import { type Statement, toStatement } from './statements/index.ts';
import { memoryStore, runsOf } from './storage/index.ts';

/** A model's reading of a run is worth less than a person's word. */
const LEARNED_CONFIDENCE = 0.8;

export interface LearnedStatement {
  tenant: string;
  agentId: string;
  /** Whom it is about; null where it is about no user. */
  userId: string | null;
  kind: MemoryKind;
  content: string;
  /** Ids of the episodes it rests on, at least one. */
  sources: readonly string[];
  /** Ids of the memories that every one of those runs was served. One that a run was not served is confirmed by it. */
  recalledMemoryIds: readonly string[];
  /** Who said it in these runs; nobody unless given. */
  saidBy?: readonly SaidBy[];
  /** Reasons to hold it that follow from how it was learned, beside those that its text gives. */
  findings?: readonly string[];
  signal?: AbortSignal;
}

/** The memory among those recalled that says all of a statement already. */
async function echoOf(
  runtime: Runtime,
  { tenant, recalledMemoryIds }: LearnedStatement,
  { content }: Statement,
): Promise<MemoryAdded | null> {
  const recalled = await memoryStore(runtime.db.read, tenant).findAll(recalledMemoryIds);
  const known = recalled.find((memory) => restates(content, memory.content));
  return known === undefined ? null : { id: known.id, action: 'noop', status: known.status };
}

/**
 * Stores what was learned as a caller's memory would be, reconciled with what it resembles. Every change goes through `commit`; the
 * model is asked outside it. Null where an episode it rests on is gone; otherwise as in a reply to a caller.
 * Throws what `commit` throws, and the signal's reason.
 */
export async function learnMemory(
  runtime: Runtime,
  learned: LearnedStatement,
  commit: Commit,
): Promise<MemoryAdded | null> {
  const { tenant, agentId, userId, kind, content, sources, recalledMemoryIds: recalled, signal } = learned;
  const { findings = [], saidBy = [] } = learned;
  const scope = { agentId, userId };
  const runs = await runsOf(runtime.db.read, tenant, sources);
  const stated = toStatement(runtime.config, {
    ...{ scope, kind, content, confidence: LEARNED_CONFIDENCE, sources: [...sources] },
    support: runs.map(({ id, ...run }) => ({ source: id, saidBy, ...run })),
  });
  const statement = { ...stated, holdReasons: [...new Set([...findings, ...stated.holdReasons])] };
  const echo = await echoOf(runtime, learned, statement);
  if (echo !== null) return echo;
  try {
    return await remember(runtime, {
      ...{
        author: { tenant, actor: SYSTEM_ACTORS.reflection },
        statement,
        recalled,
        timeouts: JOB_TIMEOUTS,
        signal,
        commit,
      },
      async check(tx) {
        if (!(await memoryStore(tx, tenant).holdSources(sources))) throw new RowsGone(sources);
      },
    });
  } catch (error) {
    if (isRowsGone(error)) return null;
    throw error;
  }
}
