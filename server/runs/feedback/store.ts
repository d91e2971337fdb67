/** The rows of feedback: every one is kept, the latest counts. */
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

export interface FeedbackRow {
  id: string;
  episodeId: string;
  score: number;
  comment: string | null;
  correction: string | null;
  source: string;
  actor: string;
  createdAt: Date;
}

export function feedbackStore(tx: Tx, tenant: string) {
  const { feedback, episode } = clientOf(tx);
  return {
    async add(row: FeedbackRow): Promise<void> {
      await feedback.create({ data: { tenant, ...row } });
    },

    /** The score of the latest feedback of an episode that has some. */
    async latestScore(episodeId: string): Promise<number> {
      const { score } = await feedback.findFirstOrThrow({
        where: { tenant, episodeId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { score: true },
      });
      return score;
    },

    /** Lets the next reflection look at an episode again, with all its attempts. */
    async queueForReflection(episodeId: string): Promise<void> {
      await episode.updateMany({
        where: { tenant, id: episodeId },
        data: { reflected: false, reflectAttempts: 0, reflection: null },
      });
    },
  };
}
