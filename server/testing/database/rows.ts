/**
 * Plain rows for tests that need many of them, or of an age, without going through the features that write
 * them.
 */
import { inChunks } from '../../domain/in-chunks.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientOf, type Prisma } from '../../platform/db/prisma.ts';

/** What a test says of its rows; `at` is their age, `userId` whose they are. */
export interface RowsOf {
  tenant: string;
  at: Date;
  userId?: string;
  agentId?: string;
}

const CHUNK = 500;

async function insertInChunks<T>(rows: T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (const chunk of inChunks(rows, CHUNK)) await insert(chunk);
}

/** Episodes with the given ids, each with one credit and one feedback, and with the tasks that are named. */
export async function insertEpisodes(
  tx: Tx,
  ids: string[],
  rows: RowsOf & { tasks?: ReadonlyMap<string, string> },
): Promise<void> {
  const { episode, episodeCredit, feedback } = clientOf(tx);
  const { tenant, at, userId = null, agentId = 'default', tasks } = rows;
  const data = ids.map(
    (id): Prisma.EpisodeCreateManyInput => ({
      tenant,
      id,
      agentId,
      userId,
      task: tasks?.get(id) ?? null,
      messages: '[]',
      toolCalls: '[]',
      outcome: 'success',
      skillsLoaded: '[]',
      metadata: '{}',
      reflected: false,
      reflectAttempts: 0,
      createdAt: at,
    }),
  );
  await insertInChunks(data, (chunk) => episode.createMany({ data: chunk }));
  await insertInChunks(ids, (chunk) =>
    episodeCredit.createMany({
      data: chunk.map((episodeId) => ({ tenant, episodeId, skillId: 'sk_1', version: 1 })),
    }),
  );
  await insertInChunks(ids, (chunk) =>
    feedback.createMany({
      data: chunk.map((episodeId) => ({
        tenant,
        id: `fb_${episodeId}`,
        episodeId,
        score: 1,
        source: 'user',
        actor: 'key:key_1',
        createdAt: at,
      })),
    }),
  );
}

export async function insertRecalls(tx: Tx, ids: string[], rows: RowsOf): Promise<void> {
  const { tenant, at, userId = null, agentId = 'default' } = rows;
  const data = ids.map((id) => ({
    tenant,
    id,
    agentId,
    userId,
    query: 'q',
    holdout: false,
    applied: false,
    skills: '[]',
    memories: '[]',
    createdAt: at,
  }));
  await insertInChunks(data, (chunk) => clientOf(tx).recall.createMany({ data: chunk }));
}

/** Memories with the given ids, in the given status. */
export async function insertMemories(
  tx: Tx,
  ids: string[],
  rows: RowsOf & { status?: string },
): Promise<void> {
  const { tenant, at, userId = null, agentId = 'default', status = 'active' } = rows;
  const data = ids.map((id) => ({
    tenant,
    id,
    agentId,
    userId,
    kind: 'fact',
    content: id,
    textKey: id,
    confidence: 1,
    status,
    holdReasons: '[]',
    sources: '[]',
    createdBy: 'key:key_1',
    validFrom: at,
    createdAt: at,
  }));
  await insertInChunks(data, (chunk) => clientOf(tx).memory.createMany({ data: chunk }));
}

/** A user's profile for an agent. */
export async function insertProfile(
  tx: Tx,
  { tenant, at, userId = 'u', agentId = 'default' }: RowsOf,
): Promise<void> {
  await clientOf(tx).profile.create({
    data: { tenant, agentId, userId, profile: 'p', sources: '[]', updatedAt: at },
  });
}

/** Jobs with the given ids that came to a status at `at`. */
export async function insertJobs(
  tx: Tx,
  ids: string[],
  { tenant, at, agentId = 'default', status }: RowsOf & { status: string },
): Promise<void> {
  const data = ids.map((id) => ({
    ...{ tenant, id, agentId, status, kind: 'curate', key: `curate:${tenant}:${id}` },
    ...{ attempts: 1, runAt: at, createdAt: at, updatedAt: at },
  }));
  await insertInChunks(data, (chunk) => clientOf(tx).job.createMany({ data: chunk }));
}

/** Audit entries with the given ids. */
export async function insertAudit(tx: Tx, ids: string[], { tenant, at }: RowsOf): Promise<void> {
  const data = ids.map((id) => ({
    tenant,
    id,
    actor: 'dev',
    action: 'feedback',
    resource: 'episode:ep_1',
    details: '{}',
    at,
  }));
  await insertInChunks(data, (chunk) => clientOf(tx).auditEntry.createMany({ data: chunk }));
}

/** How many rows of each kind a tenant has. */
export async function countRows(tx: Tx, tenant: string): Promise<Record<string, number>> {
  const { episode, episodeCredit, feedback, recall, memory, profile, auditEntry } = clientOf(tx);
  const where = { tenant };
  return {
    episodes: await episode.count({ where }),
    credits: await episodeCredit.count({ where }),
    feedback: await feedback.count({ where }),
    recalls: await recall.count({ where }),
    memories: await memory.count({ where }),
    profiles: await profile.count({ where }),
    auditEntries: await auditEntry.count({ where }),
  };
}

/** Ids `<prefix>_0` … */
export function ids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}_${n}`);
}
