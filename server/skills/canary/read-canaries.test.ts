/** Canaries and their runs as people page through them. */
import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  approveIt,
  proposeBetter,
  QUICK_CANARIES,
  record,
  runningCanary,
  serveBoth,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { listCanaries, listCanaryEpisodes, readCanary } from './index.ts';

/** Every row of a list, two at a time. */
async function walk<T>(
  page: (at: { cursor: string | null; limit: number }) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor } = await page({ cursor, limit: 2 });
    found.push(...items);
    cursor = nextCursor;
  } while (cursor !== null && found.length < 50);
  return found;
}

describeOnBoth(
  'lists of canaries',
  (runtime) => {
    it('are paged, each canary once, the latest first', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const names = ['roll-one', 'roll-two', 'roll-three', 'roll-four', 'roll-five'];
      for (const [index, name] of names.entries()) {
        await usedSkill(rt, who, { name });
        await approveIt(rt, who, await proposeBetter(rt, who, { name }));
        // Two of them start in the same millisecond.
        if (index !== 1) rt.advance(1);
      }
      const list = (state: 'running' | 'ended') =>
        walk((at) => listCanaries(rt, who, { agentId: null, state, ...at }));
      const found = await list('running');
      expect(found.map(({ skillName }) => skillName)).toEqual(names.toReversed());
      expect(await list('ended')).toEqual([]);
      const cursor = Buffer.from('[1,"x"]').toString('base64url');
      const foreign = listCanaries(rt, who, { agentId: null, state: null, cursor, limit: 2 });
      await expect(foreign).rejects.toMatchObject({ kind: 'invalid' });
    });

    it('have pages of their runs, each run once, the latest first, of one arm or both', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId: id } = await runningCanary(rt, who);
      const { incumbent, candidate } = await serveBoth(rt, who, 3);
      const runs: string[] = [];
      for (const recall_id of [...incumbent.slice(0, 2), ...candidate.slice(0, 2), ...incumbent.slice(2)]) {
        rt.advance(1);
        runs.push(await record(rt, who, { recall_id, outcome: 'success' }));
      }
      const list = (arm: 'candidate' | null) => walk((at) => listCanaryEpisodes(rt, who, { id, arm, ...at }));
      const latestFirst = runs.toReversed();
      expect((await list(null)).map(({ episodeId }) => episodeId)).toEqual(latestFirst);
      expect((await list('candidate')).map(({ episodeId }) => episodeId)).toEqual(latestFirst.slice(1, 3));
      const unknown = { id: 'ex_none', arm: null, cursor: null, limit: 2 };
      await expect(listCanaryEpisodes(rt, who, unknown)).rejects.toMatchObject({ kind: 'not_found' });
    });

    it('count the runs of either arm by how they went, also those that were removed', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, who);
      expect((await readCanary(rt, who, experimentId)).runs).toEqual({
        incumbent: { recorded: 0, rewarded: 0, succeeded: 0, partly: 0 },
        candidate: { recorded: 0, rewarded: 0, succeeded: 0, partly: 0 },
      });
      const { incumbent, candidate } = await serveBoth(rt, who, 3);
      for (const [index, outcome] of (['success', 'partial', 'unknown'] as const).entries()) {
        await record(rt, who, { recall_id: candidate[index], outcome });
      }
      const failed = await record(rt, who, { recall_id: incumbent[0], outcome: 'failure' });
      const { runs, arms } = await readCanary(rt, who, experimentId);
      expect(runs).toEqual({
        incumbent: { recorded: 1, rewarded: 1, succeeded: 0, partly: 0 },
        candidate: { recorded: 3, rewarded: 2, succeeded: 1, partly: 1 },
      });
      expect(arms.candidate).toMatchObject({ weight: 2, reward: 1.5 });
      await clientOf(rt.db.read).episode.deleteMany({ where: { tenant: who.tenant, id: failed } });
      expect((await readCanary(rt, who, experimentId)).runs).toEqual(runs);
    });
  },
  QUICK_CANARIES,
);
