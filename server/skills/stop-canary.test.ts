/** Stopping a canary by hand: the candidate goes, the skill keeps saying what it says. */
import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import {
  approveIt,
  proposeBetter,
  QUICK_CANARIES,
  recordRuns,
  runningCanary,
  serveBoth,
  skillNow,
} from '../testing/canary/canaries.ts';
import { expectWholeHistory } from '../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { readCanary } from './canary/index.ts';
import { getChangeset } from './changesets/index.ts';
import { stopCanary } from './index.ts';

describeOnOne(
  'stopping a canary',
  (runtime) => {
    it('rejects the candidate and leaves the skill’s text as it is, audited, in one transaction', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { changesetId, experimentId, skillId } = await runningCanary(rt, who);
      const before = await skillNow(rt, who);
      const queued = await proposeBetter(rt, who, { words: 'slowly' });
      await approveIt(rt, who, queued);
      const waiting = await proposeBetter(rt, who, { words: 'twice' });
      expect(await readCanary(rt, who, experimentId)).toMatchObject({
        ...{ queued: [{ id: queued }], waiting: [{ id: waiting, status: 'pending' }], stale: [] },
      });
      expect(await stopCanary(rt, who, experimentId)).toEqual({ skillId, version: 2 });
      const after = await skillNow(rt, who);
      expect(after).toEqual({ ...before, version: 2, updatedAt: after.updatedAt });
      expect(await getChangeset(rt, who, changesetId)).toMatchObject({
        status: 'rejected',
        rejectionReason: 'the skill was rolled back to version 1',
      });
      expect(await getChangeset(rt, who, queued)).toMatchObject({ status: 'failed' });
      const { stale, ...ended } = await readCanary(rt, who, experimentId);
      expect(ended).toMatchObject({ queued: [], waiting: [] });
      expect(new Map(stale.map(({ id, status }) => [id, status]))).toEqual(
        new Map([
          [queued, 'failed'],
          [waiting, 'pending'],
        ]),
      );
      const actions = (await listAudit(rt, who, 10)).map(({ action, actor }) => [action, actor]);
      expect(actions).toContainEqual(['skill.rollback', who.actor]);
      expect(actions).toContainEqual(['canary.rejected', who.actor]);
      expect(actions).toContainEqual(['changeset.rejected', who.actor]);
      await expectWholeHistory(rt, who);
    });

    it('refuses where the canary has ended meanwhile, and changes nothing', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, who);
      await recordRuns(rt, who, await serveBoth(rt, who, 4), 'candidate');
      const promoted = await skillNow(rt, who);
      await expect(stopCanary(rt, who, experimentId)).rejects.toMatchObject({
        kind: 'conflict',
        detail: 'the canary has ended already: it was promoted',
      });
      expect(await skillNow(rt, who)).toEqual(promoted);
    });

    it('happens once where two ask at once', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, who);
      const asked = await Promise.allSettled([
        stopCanary(rt, who, experimentId),
        stopCanary(rt, who, experimentId),
      ]);
      expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const versions = await clientOf(rt.db.read).skillVersion.count({ where: { tenant: who.tenant } });
      expect(versions).toBe(2);
    });

    it('does not find an unknown one or another tenant’s', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const { experimentId } = await runningCanary(rt, who);
      for (const [asks, id] of [
        [who, 'ex_unknown'],
        [freshPrincipal(), experimentId],
      ] as const) {
        await expect(stopCanary(rt, asks, id)).rejects.toMatchObject({
          kind: 'not_found',
          detail: 'canary not found',
        });
      }
    });
  },
  QUICK_CANARIES,
);
