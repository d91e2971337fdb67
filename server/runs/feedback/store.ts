/** The rows of feedback: every one is kept, the latest counts. */
import { idBelow, madeAt } from '../../platform/db/partitions/ranges.ts';
import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';

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
  const { feedback, episode } = tenantClient(tx, tenant);
  return {
    async add(row: FeedbackRow): Promise<void> {
      await feedback.create({ data: row });
    },

    /**
     * The id of an episode that was recorded with a recall: of the one with an id, else of the one that the recall
     * credits, else of the last. A run begins with its recall, so its id is the later one.
     */
    async recordedWith(recallId: string, id: string | null): Promise<string | null> {
      const recalledAt = madeAt('recall', recallId);
      const later = recalledAt === null ? {} : { gte: idBelow('episode', recalledAt) };
      const found = await episode.findFirst({
        where: { recallId, id: id ?? later },
        // True comes last in either database, and null, of rows from before credit was kept, after it only in one.
        orderBy: [{ credited: { sort: 'desc', nulls: 'last' } }, { createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true },
      });
      return found?.id ?? null;
    },

    /** Lets the next reflection look at an episode again, with all its attempts. */
    async queueForReflection(episodeId: string): Promise<void> {
      await episode.updateMany({
        where: { id: episodeId },
        data: {
          ...{ reflected: false, reflectAttempts: 0, reflection: null },
          ...{ reflectError: null, reflectNextAt: null },
        },
      });
    },
  };
}
