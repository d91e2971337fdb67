/** The rows of episodes: added in bulk or not at all, read one at a time. JSON columns are text here. */

import { SHARED_AGENT } from '../../domain/fields.ts';
import { inChunks } from '../../domain/in-chunks.ts';
import type { CreditReason } from '../../domain/runs/credit.ts';
import { newestFirst, type ReadingAt } from '../../platform/db/partitions/newest-first.ts';
import { inPieces, Prisma, RowsInsert, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { nextTurn } from '../../platform/turns.ts';

/** An episode's row without its tenant. */
export interface EpisodeRow {
  id: string;
  agentId: string;
  userId: string | null;
  sessionId: string | null;
  recallId: string | null;
  idempotencyKey: string | null;
  task: string | null;
  messages: string;
  toolCalls: string;
  outcome: string;
  verificationPassed: boolean | null;
  verificationDetails: string | null;
  verificationSource: string | null;
  error: string | null;
  durationMs: number | null;
  framework: string | null;
  model: string | null;
  skillsLoaded: string;
  metadata: string;
  served: string | null;
  holdout: boolean | null;
  /** Whether its recall credited it; null where that was not kept yet, when every known recall did. */
  credited: boolean | null;
  creditReason: string | null;
  liftGroup: string | null;
  /** The session that it counts for in the lift, hashed. */
  liftUnit: string | null;
  /** What it tells about the lift of skills. */
  holdback: string | null;
  /** What it tells about rules at the moment. */
  reward: number | null;
  rewardStrength: number | null;
  rewardSource: string | null;
  reflected: boolean;
  createdAt: Date;
}

/** A row with why reflection on it failed. */
export interface StoredEpisode extends EpisodeRow {
  reflectAttempts: number;
  reflectError: string | null;
  reflectNextAt: Date | null;
}

/** What a model took an unreported outcome for, however sure it was. */
export interface Judgement {
  judgeOutcome: string | null;
  judgeConfidence: number | null;
}

/** What of an episode may become known later. */
export type CompletedRow = Omit<EpisodeRow, 'id' | 'reflected' | 'createdAt'>;

/** A skill as `skills_loaded` may name it. */
export interface NamedSkill {
  id: string;
  name: string;
  agentId: string;
  version: number;
}

/** The column of each field: the one place that an insert is made from. */
export const COLUMNS: Readonly<Record<keyof EpisodeRow, string>> = {
  id: 'id',
  agentId: 'agent_id',
  userId: 'user_id',
  sessionId: 'session_id',
  recallId: 'recall_id',
  idempotencyKey: 'idempotency_key',
  task: 'task',
  messages: 'messages',
  toolCalls: 'tool_calls',
  outcome: 'outcome',
  verificationPassed: 'verification_passed',
  verificationDetails: 'verification_details',
  verificationSource: 'verification_source',
  error: 'error',
  durationMs: 'duration_ms',
  framework: 'framework',
  model: 'model',
  skillsLoaded: 'skills_loaded',
  metadata: 'metadata',
  served: 'served',
  holdout: 'holdout',
  credited: 'credited',
  creditReason: 'credit_reason',
  liftGroup: 'lift_group',
  liftUnit: 'lift_unit',
  holdback: 'holdback',
  reward: 'reward',
  rewardStrength: 'reward_strength',
  rewardSource: 'reward_source',
  reflected: 'reflected',
  createdAt: 'created_at',
};

const FIELDS = Object.keys(COLUMNS) as (keyof EpisodeRow)[];
/** The conflict names no key, because a trigger keeps it where the table is partitioned. */
const INSERT = new RowsInsert(
  'episode',
  ['reflect_attempts', ...FIELDS.map((field) => COLUMNS[field])],
  'ON CONFLICT DO NOTHING',
);

/** Rows in one statement: SQLite takes 32,766 values. */
const ROWS_PER_INSERT = 500;

interface KeyHolder {
  key: string;
  agentId: string;
  id: string;
}

/** The episodes that hold the given idempotency keys, of whichever agents. */
export async function episodesOfKeys(tx: Tx, tenant: string, keys: readonly string[]): Promise<KeyHolder[]> {
  const client = tenantClient(tx, tenant);
  const found: KeyHolder[] = [];
  for (const chunk of inPieces([...keys])) {
    const rows = await client.$queryRaw<KeyHolder[]>`
      SELECT idempotency_key AS "key", agent_id AS "agentId", episode_id AS id FROM episode_of_key
      WHERE tenant = ${tenant} AND idempotency_key IN (${Prisma.join(chunk)})`;
    found.push(...rows);
  }
  return found;
}

export function episodeStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);

  async function present(ids: readonly string[]): Promise<string[]> {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT id FROM episode WHERE tenant = ${tenant} AND id IN (${Prisma.join(ids)})`;
    return rows.map(({ id }) => id);
  }

  return {
    /**
     * Adds the episodes whose idempotency key is free; answers with their ids, which are new. Another transaction that is
     * adding one of the keys is waited for, so the keys must come in order, or two batches could wait for each other.
     */
    async add(rows: EpisodeRow[]): Promise<Set<string>> {
      const added = new Set<string>();
      for (const chunk of inChunks(rows, ROWS_PER_INSERT)) {
        const ids = chunk.map(({ id }) => id);
        const count = await client.insertRows(
          INSERT,
          chunk.map((row) => [0, ...FIELDS.map((field) => row[field])]),
        );
        // To return the ids costs SQLite as much as an index does.
        for (const id of count === ids.length ? ids : await present(ids)) added.add(id);
      }
      return added;
    },

    /** Notes that episodes are not credited: other ones were faster with their recalls. */
    async refuseCredit(ids: readonly string[], creditReason: CreditReason): Promise<void> {
      const lift = { liftGroup: null, liftUnit: null, holdback: null };
      const data = { credited: false, creditReason, ...lift };
      for (const chunk of inPieces([...ids])) {
        await client.episode.updateMany({ where: { id: { in: chunk } }, data });
      }
    },

    /** Replaces what is known of an episode; its id, key and time stay. */
    async complete(id: string, row: CompletedRow): Promise<void> {
      await client.episode.updateMany({ where: { id }, data: row });
    },

    async byId(id: string): Promise<(StoredEpisode & Judgement) | null> {
      return await client.episode.findFirst({ where: { id } });
    },

    /** The episode of a session that was recorded last. */
    async latest(agentId: string, sessionId: string, at: ReadingAt): Promise<StoredEpisode | null> {
      const [row] = await newestFirst('episode', { ...at, take: 1 }, ({ where }) =>
        client.episode.findMany({
          where: { ...where, agentId, sessionId },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: 1,
        }),
      );
      return row ?? null;
    },

    /** The agents' own and the shared skills with any of the names or ids. */
    async skillsNamed(agentIds: string[], names: string[]): Promise<NamedSkill[]> {
      const found = new Map<string, NamedSkill>();
      const select = { id: true, name: true, agentId: true, version: true };
      const namespaces = inPieces([...agentIds, SHARED_AGENT]);
      for (const chunk of inPieces(names)) {
        for (const agents of namespaces) {
          const agentId = { in: agents };
          const byId = await client.skill.findMany({ where: { agentId, id: { in: chunk } }, select });
          const byName = await client.skill.findMany({
            where: { agentId, name: { in: chunk } },
            select,
          });
          for (const skill of [...byId, ...byName]) found.set(skill.id, skill);
        }
        // SQLite answers without a turn of the loop, and nobody bounds how many names there are.
        await nextTurn();
      }
      return [...found.values()];
    },
  };
}
