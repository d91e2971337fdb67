/** The runs that a skill is judged by. */

import { inChunks } from '../../domain/in-chunks.ts';
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import type { Served } from '../../domain/runs/episodes/episode.ts';
import type { SourcedRun } from '../../domain/trust/parts.ts';
import { fromJson, fromJsonOrNull } from '../../platform/db/database.ts';
import {
  inPieces,
  Prisma,
  type TenantClient,
  type Tx,
  tenantClient,
} from '../../platform/db/tenant-client.ts';

/** Episodes read in one statement: each may be as long as a request. */
const EPISODES_READ = 5;
/** Comments and corrections of one episode. */
const FEEDBACK_READ = 5;

/** Older runs say little of a skill that was used so often since. */
const CREDITS_LOOKED_THROUGH = 10_000;

export type RewardedRun = SourcedRun & { readonly reward: number };

/** Which runs: those with a reward of at most `maxReward`. */
interface RunFilter {
  skillId: string;
  maxReward: number;
  limit: number;
}

/** What the model used on one day for one purpose of evolutions. */
export interface CostRow {
  purpose: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

export function evolutionStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  return {
    /** Ids of the newest `limit` rewarded episodes among the last {@link CREDITS_LOOKED_THROUGH} that used a skill. */
    async runIds({ skillId, maxReward, limit }: RunFilter): Promise<string[]> {
      const credits = await client.episodeCredit.findMany({
        where: { skillId },
        orderBy: { episodeId: 'desc' },
        take: CREDITS_LOOKED_THROUGH,
        select: { episodeId: true },
      });
      const found: string[] = [];
      for (const ids of inPieces(credits.map(({ episodeId }) => episodeId))) {
        const where = { id: { in: ids }, reward: { lte: maxReward } };
        const rows = await client.episode.findMany({ where, orderBy: { id: 'desc' }, select: { id: true } });
        found.push(...rows.map(({ id }) => id));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },

    /** The rewarded episodes of `ids` that still exist, in that order, a few at a time. */
    async *runs(ids: readonly string[]): AsyncGenerator<RewardedRun> {
      for (const chunk of inChunks(ids, EPISODES_READ)) {
        const where = { id: { in: chunk } };
        const rows = await client.episode.findMany({ where, select: RUN });
        for (const id of chunk) {
          const row = rows.find((found) => found.id === id);
          if (row === undefined || row.reward === null) continue;
          yield { ...toRun(row), reward: row.reward, feedback: await feedbackOn(client, id) };
        }
      }
    },

    /** What evolutions and the judging of their candidates used, by day, from a UTC day on. */
    async costsSince(day: string): Promise<CostRow[]> {
      return await client.usageDay.findMany({
        where: { day: { gte: day }, purpose: { in: ['evolve', 'judge_skill'] }, calls: { gt: 0 } },
        select: { purpose: true, calls: true, inputTokens: true, outputTokens: true },
      });
    },

    /** Whether all of the episodes exist; they cannot be removed before the transaction ends. */
    async hold(ids: readonly string[]): Promise<boolean> {
      const rows = await client.$queryRaw<{ id: string }[]>`
        UPDATE episode SET reflect_attempts = reflect_attempts
        WHERE tenant = ${tenant} AND id IN (${Prisma.join([...ids].sort())}) RETURNING id`;
      return rows.length === ids.length;
    },
  };
}

const RUN = {
  id: true,
  userId: true,
  framework: true,
  task: true,
  messages: true,
  toolCalls: true,
  error: true,
  outcome: true,
  verificationPassed: true,
  verificationDetails: true,
  reward: true,
  rewardSource: true,
  served: true,
} as const;

type RunRow = Prisma.EpisodeGetPayload<{ select: typeof RUN }>;

function toRun(row: RunRow): SourcedRun {
  const {
    verificationPassed: passed,
    verificationDetails: details,
    messages,
    toolCalls,
    served,
    ...rest
  } = row;
  return {
    ...rest,
    messages: fromJson<SourcedRun['messages']>(messages),
    toolCalls: fromJson<QuotableEpisode['toolCalls']>(toolCalls),
    served: fromJsonOrNull<Served>(served),
    verification: passed === null ? null : { passed, details },
  };
}

async function feedbackOn(client: TenantClient, episodeId: string) {
  const newestFirst = await client.feedback.findMany({
    where: { episodeId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: FEEDBACK_READ,
    select: { score: true, comment: true, correction: true, source: true },
  });
  return newestFirst.toReversed();
}
