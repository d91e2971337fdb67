/** The lists of episodes, and what is shown beside one. */
import { newestFirst, type ReadingAt, type Since } from '../../platform/db/partitions/newest-first.ts';
import type { Found } from '../../platform/db/search/look-back.ts';
import { newestWithWords } from '../../platform/db/search/word-search.ts';
import { Prisma, type TenantWhere, type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { COLUMNS } from './store.ts';

/** Which episodes; null means any. */
export interface EpisodeFilter {
  agentId: string | null;
  outcome: string | null;
  userId: string | null;
  sessionId: string | null;
  holdout: boolean | null;
  reflected: boolean | null;
  text: string | null;
}

const SHOWN = {
  id: true,
  agentId: true,
  userId: true,
  sessionId: true,
  recallId: true,
  task: true,
  outcome: true,
  reward: true,
  rewardStrength: true,
  rewardSource: true,
  credited: true,
  creditReason: true,
  holdout: true,
  reflected: true,
  framework: true,
  model: true,
  durationMs: true,
  createdAt: true,
} satisfies Prisma.EpisodeSelect;

/** An episode as lists show it. */
export type BrowsedRow = Prisma.EpisodeGetPayload<{ select: typeof SHOWN }>;

interface EpisodePage extends ReadingAt {
  filter: EpisodeFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

const givenIn = ({ text: _, ...exact }: EpisodeFilter) =>
  Object.entries(exact).filter(([, value]) => value !== null) as [keyof typeof exact, unknown][];

/** Which episodes of a page have a text in their task. */
function searchOf(tenant: string, { filter, before, limit, now }: EpisodePage, text: string) {
  const all = [
    Prisma.sql`q.tenant = ${tenant}`,
    ...givenIn(filter).map(([field, value]) => Prisma.sql`q.${Prisma.raw(COLUMNS[field])} = ${value}`),
    ...(before === null ? [] : [Prisma.sql`(q.created_at, q.id) < (${before.at}, ${before.id})`]),
  ];
  const where = Prisma.join(all, ' AND ');
  return { where, order: 'created_at' as const, phrases: [text], limit, from: before?.at ?? now };
}

export function episodeBrowseStore(tx: Tx, tenant: string) {
  const client = tenantClient(tx, tenant);
  const { episode, feedback, episodeCredit, skill } = client;
  return {
    /** Newest first. */
    async page(page: EpisodePage): Promise<Found<BrowsedRow>> {
      const { filter, before, limit } = page;
      const { text } = filter;
      const found = text && (await newestWithWords(client, searchOf(tenant, page, text)));
      const fitting: TenantWhere<'episode'> = found
        ? { id: { in: found.rows } }
        : Object.fromEntries(givenIn(filter));
      const older: TenantWhere<'episode'> =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      const read = async ({ where: since }: Pick<Since, 'where'>) =>
        await episode.findMany({
          where: { AND: [fitting, older, since] },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          take: limit,
          select: SHOWN,
        });
      return found
        ? { rows: await read({ where: {} }), reach: found.reach }
        : {
            rows: await newestFirst('episode', { ...page, before: before?.at, take: limit }, read),
            reach: null,
          };
    },
    /** The tasks of those of the episodes that still exist. */
    async tasks(ids: string[]): Promise<{ id: string; task: string | null }[]> {
      return await episode.findMany({ where: { id: { in: ids } }, select: { id: true, task: true } });
    },
    /** What people and programs said of an episode, oldest first; the latest `limit` of it. */
    async feedback(episodeId: string, limit: number) {
      const newestFirst = await feedback.findMany({
        where: { episodeId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: { tenant: true, episodeId: true },
      });
      return newestFirst.toReversed();
    },
    /** The skills that the episode's reward is credited to, by their names of now. */
    async credits(episodeId: string) {
      const rows = await episodeCredit.findMany({
        where: { episodeId },
        select: { skillId: true, version: true, arm: true },
      });
      const ids = rows.map(({ skillId }) => skillId);
      const skills = await skill.findMany({
        where: { id: { in: ids } },
        select: { id: true, name: true },
      });
      const names = new Map(skills.map(({ id, name }) => [id, name]));
      return rows.map((row) => ({ ...row, name: names.get(row.skillId) ?? null }));
    },
  };
}
