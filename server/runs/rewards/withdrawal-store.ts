/** The rows that say which skills an episode is credited to, as a withdrawal removes them. */
import { clientOf, type Tx } from '../../platform/db/prisma.ts';

export function withdrawalStore(tx: Tx, tenant: string) {
  const { episodeCredit } = clientOf(tx);
  return {
    /** Forgets what an episode is credited to; answers with the skills that were. */
    async removeCredits(episodeId: string): Promise<string[]> {
      const where = { tenant, episodeId };
      const rows = await episodeCredit.findMany({ where, select: { skillId: true } });
      await episodeCredit.deleteMany({ where });
      return rows.map(({ skillId }) => skillId);
    },
  };
}
