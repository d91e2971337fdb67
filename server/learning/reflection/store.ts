/** The rows that reflection reads and writes: episodes with what was said of them afterwards, and what they were served. */

import type { ServedMemory } from '../../domain/learning/prompts/reflect.ts';
import type { Comparable } from '../../domain/learning/reflection/choose-skills.ts';
import type { MemoryKind } from '../../domain/memories/memory.ts';
import type { Outcome, Served } from '../../domain/runs/episodes/episode.ts';
import type { RewardSource } from '../../domain/runs/reward.ts';
import { fromJson, fromJsonOrNull, toJson } from '../../platform/db/database.ts';
import type { Dialect } from '../../platform/db/migrations/migrations.ts';
import { type Newest, newestFirst } from '../../platform/db/partitions/newest-first.ts';
import { Prisma, type TenantClient, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import type { ReflectionDraft, Run } from './reflect-job.ts';

/** Characters of a task by which runs are compared. */
const COMPARED_TASK = 2000;

/** Feedback on one run that a model is shown: the latest. */
const SHOWN_FEEDBACK = 5;

/** Unusable answers after which an episode is put aside until a person, feedback or a replay asks again. */
const MAX_ATTEMPTS = 3;

/** An episode's row as long as it is locked. */
interface HeldEpisode {
  id: string;
  mark: string;
  draft: ReflectionDraft | null;
  attempts: number;
}

interface HeldRow {
  id: string;
  mark: string;
  reflection: string | null;
  attempts: number | bigint;
}

/**
 * What of an episode grows when a reflection has to look again: feedback, and what a trace completes. Lengths of stored texts, in
 * the database's own unit. Feedback is counted too: where a clock was set back, or is behind that of another
 * process, its id is not the greatest.
 */
const MARK = Prisma.sql`LENGTH(messages) || ' ' || LENGTH(tool_calls) || ' ' || outcome || ' ' ||
  (SELECT COUNT(*) || ' ' || COALESCE(MAX(f.id), '') FROM feedback f WHERE f.tenant = episode.tenant AND f.episode_id = episode.id)`;

export function reflectionStore(tx: Tx, tenant: string, dialect: Dialect) {
  const client = tenantClient(tx, tenant);
  return { ...episodesToRead(client, tenant), ...episodesToChange(client, tenant, dialect) };
}

function episodesToRead(client: TenantClient, tenant: string) {
  return {
    /**
     * The agent's episodes that wait for reflection, oldest first, and how often a model failed to answer usefully for each.
     * The condition is that of an index.
     */
    async unreflected(agentId: string, limit: number): Promise<{ id: string; attempts: number }[]> {
      const rows = await client.$queryRaw<{ id: string; attempts: number | bigint }[]>`
        SELECT id, reflect_attempts AS attempts FROM episode
        WHERE tenant = ${tenant} AND agent_id = ${agentId} AND NOT reflected AND reflect_attempts < ${MAX_ATTEMPTS}
        ORDER BY created_at, id LIMIT ${limit}`;
      return rows.map(({ id, attempts }) => ({ id, attempts: Number(attempts) }));
    },

    async run(id: string): Promise<Run | null> {
      // First of all: what is added while the rest is read is then taken for unseen, never for seen.
      const [marked] = await client.$queryRaw<{ mark: string }[]>`
        SELECT ${MARK} AS mark FROM episode WHERE tenant = ${tenant} AND id = ${id}`;
      const row = await client.episode.findFirst({ where: { id }, select: RUN });
      if (row === null || marked === undefined) return null;
      const feedback = await client.feedback.findMany({
        where: { episodeId: id },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: SHOWN_FEEDBACK,
        select: { score: true, comment: true, correction: true, source: true },
      });
      return { ...toRun(row), mark: marked.mark, feedback: feedback.toReversed() };
    },

    /** The agent's latest episodes of which it is known how they went, newest first. */
    async rewarded(agentId: string, newest: Newest): Promise<Comparable[]> {
      const rows = await newestFirst(
        'episode',
        newest,
        ({ sql: since }) => client.$queryRaw<Comparable[]>`
          SELECT id, user_id AS "userId", reward, SUBSTR(task, 1, CAST(${COMPARED_TASK} AS INTEGER)) AS task FROM episode
          WHERE tenant = ${tenant} AND agent_id = ${agentId} AND reward IS NOT NULL AND task IS NOT NULL ${since}
          ORDER BY created_at DESC, id DESC LIMIT ${newest.take}`,
      );
      return rows.map((row) => ({ ...row, reward: Number(row.reward) }));
    },

    /** Memories that were served, as far as they are still kept, with the user whom each is about. */
    async memories(ids: readonly string[]): Promise<(ServedMemory & { userId: string | null })[]> {
      const rows = await client.memory.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, kind: true, content: true, userId: true },
      });
      return rows.map((row) => ({ ...row, kind: row.kind as MemoryKind }));
    },
  };
}

function episodesToChange(client: TenantClient, tenant: string, dialect: Dialect) {
  // SQLite has one writer; only PostgreSQL can and must lock, and always in one order.
  const lock = dialect === 'postgresql' ? Prisma.sql`FOR UPDATE` : Prisma.empty;
  return {
    /** Locks those of the episodes that exist until the transaction ends. */
    async hold(ids: readonly string[]): Promise<Map<string, HeldEpisode>> {
      if (ids.length === 0) return new Map();
      const rows = await client.$queryRaw<HeldRow[]>`
        SELECT id, ${MARK} AS mark, reflection, reflect_attempts AS attempts FROM episode
        WHERE tenant = ${tenant} AND id IN (${Prisma.join([...new Set(ids)].toSorted())}) ORDER BY id ${lock}`;
      return new Map(
        rows.map(({ id, mark, reflection, attempts }) => [
          id,
          { id, mark, draft: fromJsonOrNull<ReflectionDraft>(reflection), attempts: Number(attempts) },
        ]),
      );
    },

    async setJudgement(id: string, judged: { outcome: Outcome; confidence: number }): Promise<void> {
      await client.episode.updateMany({
        where: { id },
        data: { judgeOutcome: judged.outcome, judgeConfidence: judged.confidence },
      });
    },

    async setDraft(id: string, draft: ReflectionDraft): Promise<void> {
      await client.episode.updateMany({ where: { id }, data: { reflection: toJson(draft) } });
    },

    /** Marks episodes as reflected on; their traces are complete now, so nothing more is kept of them. */
    async setReflected(ids: readonly string[]): Promise<void> {
      await client.episodeTrace.deleteMany({ where: { episodeId: { in: [...ids] } } });
      await client.episode.updateMany({
        where: { id: { in: [...ids] } },
        data: { reflected: true, reflection: null, reflectError: null, reflectNextAt: null },
      });
    },

    /** Notes a failed attempt; `unusable` answers count against the episodes, and after the last nothing more is due. */
    async noteFailure(
      ids: readonly string[],
      { error, nextAt, unusable }: { error: string; nextAt: Date; unusable: boolean },
    ): Promise<void> {
      const where = { id: { in: [...ids] }, reflected: false };
      const reflectAttempts = { increment: unusable ? 1 : 0 };
      const data = { reflectAttempts, reflectError: error, reflectNextAt: nextAt };
      await client.episode.updateMany({ where, data });
      const isLast = { ...where, reflectAttempts: { gte: MAX_ATTEMPTS } };
      await client.episode.updateMany({ where: isLast, data: { reflectNextAt: null } });
    },

    /** Makes the agent's newest episodes look as if they had just been recorded; answers with how many there are. */
    async forgetReflections(agentId: string, limit: number): Promise<number> {
      return await client.$executeRaw`
        UPDATE episode SET reflected = FALSE, reflect_attempts = 0, reflection = NULL, reflect_error = NULL,
          reflect_next_at = NULL,
          judge_outcome = NULL, judge_confidence = NULL
        WHERE tenant = ${tenant} AND id IN (
          SELECT id FROM episode WHERE tenant = ${tenant} AND agent_id = ${agentId}
          ORDER BY created_at DESC, id DESC LIMIT ${limit})`;
    },
  };
}

const RUN = {
  id: true,
  userId: true,
  recallId: true,
  task: true,
  messages: true,
  toolCalls: true,
  outcome: true,
  verificationPassed: true,
  verificationDetails: true,
  error: true,
  served: true,
  reward: true,
  rewardSource: true,
  judgeOutcome: true,
  judgeConfidence: true,
  reflection: true,
  framework: true,
} as const;

function toRun(row: Prisma.EpisodeGetPayload<{ select: typeof RUN }>): Omit<Run, 'mark'> {
  const { id, userId, recallId, task, outcome, error, reward, framework } = row;
  const { verificationPassed: passed, verificationDetails: details } = row;
  const { judgeOutcome, judgeConfidence: confidence } = row;
  return {
    id,
    userId,
    recallId,
    framework,
    task,
    messages: fromJson(row.messages),
    toolCalls: fromJson(row.toolCalls),
    error,
    outcome,
    verification: passed === null ? null : { passed, details },
    reward,
    rewardSource: row.rewardSource as RewardSource | null,
    served: fromJsonOrNull<Served>(row.served),
    judged:
      judgeOutcome === null || confidence === null ? null : { outcome: judgeOutcome as Outcome, confidence },
    draft: fromJsonOrNull<ReflectionDraft>(row.reflection),
  };
}
