import { expect, it } from 'vitest';
import { clientOf } from '../platform/db/prisma.ts';
import { ids, insertEpisodes } from '../testing/database/rows.ts';
import { describeOnBoth, freshPrincipal } from '../testing/test-runtime.ts';
import { skillListStore } from './list-store.ts';

describeOnBoth('how the versions of a skill did', (runtime) => {
  it('is told by its latest runs, however many there were before', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    const { episode, episodeCredit } = clientOf(rt.db.read);
    const runs = ids('ep', 5);
    await insertEpisodes(rt.db.read, runs, { tenant, at: rt.clock() });
    await episode.updateMany({ where: { tenant }, data: { reward: 0.5, rewardStrength: 1 } });
    await episodeCredit.createMany({
      data: runs.map((episodeId, index) => ({
        ...{ tenant, episodeId, skillId: 'sk_2', version: index < 3 ? 1 : 2 },
        arm: index === 4 ? 'candidate' : null,
      })),
    });
    const told = async (most: number) =>
      (await skillListStore(rt.db.read, tenant).evidenceByVersion('sk_2', most)).map(
        ({ version, arm, episodes, evidence, reward }) => [version, arm, episodes, evidence, reward],
      );
    const newest = [2, 'candidate', 1, 1, 0.5];
    expect(await told(2)).toHaveLength(2);
    expect(await told(2)).toEqual(expect.arrayContaining([newest, [2, null, 1, 1, 0.5]]));
    expect(await told(3)).toContainEqual([1, null, 1, 1, 0.5]);
    expect(await told(5)).toContainEqual([1, null, 3, 3, 1.5]);
    expect(await skillListStore(rt.db.read, freshPrincipal().tenant).evidenceByVersion('sk_2', 5)).toEqual(
      [],
    );
  });
});
