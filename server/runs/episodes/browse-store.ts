/** The queries of the dashboard's episode pages. */
import { clientOf, type Prisma, type Tx } from '../../platform/db/prisma.ts';
import { spellings } from '../../platform/db/search-text.ts';

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
  holdout: true,
  reflected: true,
  framework: true,
  durationMs: true,
  createdAt: true,
} satisfies Prisma.EpisodeSelect;

interface EpisodePage {
  filter: EpisodeFilter;
  before: { at: Date; id: string } | null;
  limit: number;
}

function whereOf({ text, ...exact }: EpisodeFilter): Prisma.EpisodeWhereInput {
  const given = Object.entries(exact).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(given),
    ...(text === null ? {} : { OR: spellings(text).map((word) => ({ task: { contains: word } })) }),
  };
}

export function episodeBrowseStore(tx: Tx, tenant: string) {
  const { episode, feedback, episodeCredit, skill } = clientOf(tx);
  return {
    /** Newest first. */
    async page({ filter, before, limit }: EpisodePage) {
      const older: Prisma.EpisodeWhereInput =
        before === null
          ? {}
          : { OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }] };
      return await episode.findMany({
        where: { AND: [{ tenant }, whereOf(filter), older] },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        select: SHOWN,
      });
    },
    /** What people and programs said of an episode, oldest first. */
    async feedback(episodeId: string, limit: number) {
      return await feedback.findMany({
        where: { tenant, episodeId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: limit,
        omit: { tenant: true, episodeId: true },
      });
    },
    /** The skills that the episode's reward is credited to, by their names of now. */
    async credits(episodeId: string) {
      const rows = await episodeCredit.findMany({
        where: { tenant, episodeId },
        select: { skillId: true, version: true, arm: true },
      });
      const ids = rows.map(({ skillId }) => skillId);
      const skills = await skill.findMany({
        where: { tenant, id: { in: ids } },
        select: { id: true, name: true },
      });
      const names = new Map(skills.map(({ id, name }) => [id, name]));
      return rows.map((row) => ({ ...row, name: names.get(row.skillId) ?? null }));
    },
  };
}
