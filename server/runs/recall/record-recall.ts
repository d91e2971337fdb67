/**
 * Stores what was served before the reply goes out, in one statement with what other requests of the tenant
 * served at the same time. What may wait is bounded for each tenant: beyond that a caller is turned away
 * rather than kept, and one tenant's backlog turns away no other's.
 */

import type { Principal } from '../../domain/principal.ts';
import type { RecallExplanation } from '../../domain/runs/recall/recall.ts';
import type { Tx } from '../../platform/db/database.ts';
import { groupWrites } from '../../platform/db/write-group.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Revisions } from './load-knowledge.ts';
import { momentStore } from './moments/moment-store.ts';
import {
  type CreditClaim,
  insertRecalls,
  type RecallRead,
  type RecallRecord,
  type RecallRow,
  recallRow,
  recallStore,
} from './store.ts';

const MAX_WAITING = 2048;
const MAX_WAITING_BYTES = 32_000_000;

interface WaitingWrites {
  rows: number;
  bytes: number;
}

function createWriter(runtime: Runtime) {
  const waiting = new Map<string, WaitingWrites>();
  const write = groupWrites<RecallRow, Revisions | null>({
    // One statement is a transaction of its own: no need for two more round trips around it.
    async write(_tenant, rows) {
      const revisions = await insertRecalls(runtime.db.read, rows);
      return rows.map(({ id }) => revisions.get(id) ?? null);
    },
    bytesOf: ({ bytes }) => bytes,
  });
  return async (row: RecallRow): Promise<Revisions | null> => {
    const { rows, bytes } = waiting.get(row.tenant) ?? { rows: 0, bytes: 0 };
    if (rows >= MAX_WAITING || bytes + row.bytes > MAX_WAITING_BYTES) {
      const busy = 'too many recalls are waiting to be recorded';
      throw new ServiceError('unavailable', busy, { retryAfterSeconds: 1 });
    }
    waiting.set(row.tenant, { rows: rows + 1, bytes: bytes + row.bytes });
    try {
      return await write(row.tenant, row);
    } finally {
      const left = waiting.get(row.tenant) ?? { rows: 1, bytes: row.bytes };
      if (left.rows <= 1) waiting.delete(row.tenant);
      else waiting.set(row.tenant, { rows: left.rows - 1, bytes: left.bytes - row.bytes });
    }
  };
}

/**
 * Resolves when the record is durable, with the revisions as they were then, or null where they have to be
 * read again; rejects with what kept it from being stored. `known` are the revisions that it rests on: where
 * the memories have moved on, the record is stored without the user's card.
 */
export async function recordRecall(
  runtime: Runtime,
  tenant: string,
  { record, known }: { record: RecallRecord; known: Revisions },
): Promise<Revisions | null> {
  const write = runtime.once('recall.writer', () => createWriter(runtime));
  return await write(recallRow(tenant, record, known.memories));
}

/** A recall as a recorded episode is credited by it. */
export type RecordedRecall = Pick<
  RecallRead,
  | 'id'
  | 'agentId'
  | 'userId'
  | 'sessionId'
  | 'holdout'
  | 'applied'
  | 'skills'
  | 'memories'
  | 'createdAt'
  | 'creditedBy'
>;

/** The recalls of these ids in the tenant; without those that there are not, as with an id that was made up. */
export async function findRecalls(tx: Tx, tenant: string, recallIds: string[]): Promise<RecordedRecall[]> {
  return await recallStore(tx, tenant).findAll(recallIds);
}

/**
 * Credits recalls to the episodes that claim them; answers with the ids of those episodes that have a recall now. Of
 * several claims on one recall the first counts. The caller has added the episodes in this transaction.
 */
export async function claimRecalls(
  runtime: Runtime,
  tx: Tx,
  tenant: string,
  claims: readonly CreditClaim[],
): Promise<Set<string>> {
  const first = new Map<string, CreditClaim>();
  for (const claim of claims) if (!first.has(claim.recallId)) first.set(claim.recallId, claim);
  if (first.size === 0) return new Set();
  const claimed = await recallStore(tx, tenant).claim([...first.values()], runtime.db.dialect);
  return new Set(
    [...first.values()].filter(({ recallId }) => claimed.has(recallId)).map((it) => it.episodeId),
  );
}

/** Keeps others from crediting the recalls until the transaction ends. */
export async function lockRecalls(
  { db }: Runtime,
  tx: Tx,
  tenant: string,
  recallIds: readonly string[],
): Promise<void> {
  if (db.dialect === 'postgresql') await recallStore(tx, tenant).lock(recallIds);
}

/** Takes the credit of a recall back from an episode that turns out to belong to another recall or agent. */
export async function releaseRecall(tx: Tx, tenant: string, claim: CreditClaim): Promise<void> {
  await recallStore(tx, tenant).release(claim);
}

/** Explains a recorded recall: each candidate's score with its parts, and why it was served or not. */
export async function explainRecall(
  runtime: Runtime,
  principal: Principal,
  recallId: string,
): Promise<RecallExplanation> {
  const { read } = runtime.db;
  const recall = await recallStore(read, principal.tenant).find(recallId);
  if (recall === null) throw notFound('recall');
  const moments = await momentStore(read, principal.tenant).ofRecall(recallId);
  return {
    recallId: recall.id,
    agentId: recall.agentId,
    userId: recall.userId,
    sessionId: recall.sessionId,
    query: recall.query,
    holdout: recall.holdout,
    createdAt: recall.createdAt.toISOString(),
    skills: recall.skills.map(
      ({
        arm_probability: armProbability,
        holdback_probability: holdbackProbability,
        skipped_rules: skippedRules,
        ...skill
      }) => ({ ...skill, armProbability, holdbackProbability, skippedRules }),
    ),
    memories: recall.memories,
    profile: recall.profile,
    moments: moments.map(({ id, tool, rules, createdAt }) => ({
      ...{ momentId: id, tool, rules },
      createdAt: createdAt.toISOString(),
    })),
  };
}
