import { expect, it } from 'vitest';
import { listAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { DAY_MS } from '../../../domain/time.ts';
import {
  approveIt,
  proposeBetter,
  QUICK_CANARIES,
  recordRuns,
  runningCanary,
  SKILL_NAME,
  serveBoth,
  usedSkill,
} from '../../../testing/canary/canaries.ts';
import { curate } from '../../../testing/jobs/upkeep-job.ts';
import { expectWholeHistory } from '../../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { listCanaries, readCanary } from '../../canary/index.ts';
import { rollbackSkill } from '../../index.ts';
import { getChangeset, readDetail, reviewChangeset } from '../index.ts';

const statusOf = async (rt: TestRuntime, who: Principal, id: string) => {
  const { status, rejectionReason: reason } = await getChangeset(rt, who, id);
  return { status, reason };
};

describeOnOne(
  'an approved changeset',
  (runtime) => {
    it('is told beforehand what its approval does, and does that', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const skillId = await usedSkill(rt, who);
      const first = await proposeBetter(rt, who);
      const second = await proposeBetter(rt, who, { words: 'slowly' });
      const preview = async (id: string) => (await readDetail(rt, who, id)).approval;
      expect(await preview(first)).toMatchObject({
        asUsual: { status: 'canary', versions: [{ id: skillId, to: 2 }] },
        skippingCanary: { status: 'applied', reason: 'the reviewer waived the canary' },
      });
      expect(await approveIt(rt, who, first)).toMatchObject({ status: 'canary', appliedVersions: null });
      const reason = `a canary is running on ${SKILL_NAME}`;
      expect(await preview(second)).toMatchObject({
        asUsual: { status: 'approved', behind: [skillId], reason },
      });
      expect(await approveIt(rt, who, second)).toMatchObject({ status: 'approved' });
      const running = { agentId: null, state: 'running', cursor: null, limit: 9 } as const;
      const [canary] = (await listCanaries(rt, who, running)).items;
      expect(canary).toMatchObject({ skillId, changesetId: first, skillName: SKILL_NAME });
      expect(await readCanary(rt, who, canary?.id ?? '')).toMatchObject({ queued: [{ id: second }] });
      for (const id of [first, second]) {
        const again = reviewChangeset(rt, who, { id, approve: false, comment: null });
        await expect(again).rejects.toThrow(`changeset is ${id === first ? 'canary' : 'approved'}`);
      }
      const audit = await listAudit(rt, who, 2);
      expect(audit.map(({ action }) => action)).toEqual(['changeset.queued', 'changeset.canary']);
    });

    it('is applied at once where the reviewer waives the canary or the skill has too few uses', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      expect(await approveIt(rt, who, id, { skipCanary: true })).toMatchObject({ status: 'applied' });
      await usedSkill(rt, who, { name: 'little-used', uses: 3 });
      const little = await proposeBetter(rt, who, { name: 'little-used' });
      expect(await approveIt(rt, who, little)).toMatchObject({ status: 'applied' });
      await expectWholeHistory(rt, who);
    });
  },
  QUICK_CANARIES,
);

describeOnOne(
  'a canary that no verdict ends',
  (runtime) => {
    it('ends once where a verdict, a rollback and the curate job come at once', async () => {
      const rt = runtime();
      for (let round = 0; round < 4; round += 1) {
        const who = freshPrincipal();
        const { skillId, changesetId } = await runningCanary(rt, who);
        const served = await serveBoth(rt, who, 4);
        const waiting = await proposeBetter(rt, who, { words: 'slowly' });
        await approveIt(rt, who, waiting);
        if (round % 2 === 1) rt.advance(15 * DAY_MS);
        await Promise.all([
          recordRuns(rt, who, served, 'candidate'),
          rollbackSkill(rt, who, { skillId, version: 1 }),
          curate(rt, who),
        ]);
        const { status } = await getChangeset(rt, who, changesetId);
        expect(['applied', 'rejected']).toContain(status);
        expect((await statusOf(rt, who, waiting)).status).not.toBe('approved');
        const ends = (await listAudit(rt, who, 100)).filter(({ action }) => /^canary\./.test(action));
        expect(ends.filter(({ resource }) => resource === `changeset:${changesetId}`)).toHaveLength(1);
        await expectWholeHistory(rt, who);
      }
    });
  },
  QUICK_CANARIES,
);
