/** Taking a decision back before it has taken effect. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../audit/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { DAY_MS } from '../../../domain/time.ts';
import {
  approveIt,
  proposeBetter,
  proposeOps,
  QUICK_CANARIES,
  runningCanary,
  usedSkill,
} from '../../../testing/canary/canaries.ts';
import { curate } from '../../../testing/jobs/upkeep-job.ts';
import { expectWholeHistory } from '../../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../../testing/test-runtime.ts';
import { getSkill, stopCanary } from '../../index.ts';
import { getChangeset, proposeAgain, readDetail, reviewChangeset, undoDecisions } from '../index.ts';

const UNDECIDED = { status: 'pending', reviewer: null, reviewComment: null, rejectionReason: null };

const reject = (rt: TestRuntime, who: Principal, id: string, comment = 'unclear') =>
  reviewChangeset(rt, who, { id, approve: false, comment });

const textOf = (rt: TestRuntime, who: Principal, ref: string) =>
  getSkill(rt, who, { ref, agentId: 'default' });

/** Why a decision was not taken back; null where it was. */
async function undo(rt: TestRuntime, who: Principal, id: string): Promise<string | null> {
  const [undone] = await undoDecisions(rt, who, [id]);
  return undone?.fault?.detail ?? null;
}

/** A changeset that was approved and waits behind a canary. */
async function queued(rt: TestRuntime, who: Principal) {
  const canary = await runningCanary(rt, who);
  const id = await proposeBetter(rt, who, { words: 'slowly' });
  const { status } = await approveIt(rt, who, id, { comment: 'good', skipCanary: true });
  expect(status).toBe('approved');
  return { id, canary };
}

describeOnOne(
  'a decision that is taken back',
  (runtime) => {
    it('leaves a rejected changeset as it was before, to be decided again, and is audited', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      const before = await readDetail(rt, who, id);
      await reject(rt, who, id);
      rt.advance(9000);
      expect(await undo(rt, who, id)).toBeNull();
      const after = await readDetail(rt, who, id);
      expect(after.changeset).toMatchObject(UNDECIDED);
      expect(after.decidedAt).toBeNull();
      expect(after.approval).toEqual(before.approval);
      expect(after.activity.at(-1)).toMatchObject({
        ...{ action: 'changeset.decision_undone', actor: who.actor },
        details: { decision: 'rejected', comment: 'unclear' },
      });
      expect(await undo(rt, who, id)).toBe('changeset is pending');
      expect(await approveIt(rt, who, id)).toMatchObject({ status: 'canary' });
      await expectWholeHistory(rt, who);
    });

    it('takes an approval out of the queue: the end of the canary leaves it to the reviewer', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { id, canary } = await queued(rt, who);
      expect(await undo(rt, who, id)).toBeNull();
      rt.advance(15 * DAY_MS);
      await curate(rt, who);
      expect(await getChangeset(rt, who, canary.changesetId)).toMatchObject({ status: 'rejected' });
      expect(await getChangeset(rt, who, id)).toMatchObject(UNDECIDED);
      // Nothing of the first approval is left, such as that it waived the canary.
      expect(await approveIt(rt, who, id)).toMatchObject({ status: 'canary' });
      await expectWholeHistory(rt, who);
    });

    it('is one’s own and a moment old', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      await reject(rt, who, id);
      const colleague = { ...who, actor: 'key:key_colleague' };
      expect(await undo(rt, colleague, id)).toBe('someone else decided it');
      expect(await undo(rt, freshPrincipal(), id)).toBe('changeset not found');
      rt.advance(30_001);
      expect(await undo(rt, who, id)).toBe('it was decided more than 30 seconds ago');
      expect(await getChangeset(rt, who, id)).toMatchObject({
        ...{ status: 'rejected', reviewer: who.actor, rejectionReason: 'unclear' },
      });
    });

    it('takes an applied change out again, and leaves it and what else waits on the skill current', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const skillId = await usedSkill(rt, who);
      const before = (await textOf(rt, who, skillId)).bullets;
      const id = await proposeBetter(rt, who);
      const other = await proposeBetter(rt, who, { words: 'slowly' });
      const { ops } = await getChangeset(rt, who, id);
      expect(await approveIt(rt, who, id, { skipCanary: true })).toMatchObject({ status: 'applied' });
      expect((await readDetail(rt, who, other)).drift).toBe('moved');
      const served = (await textOf(rt, who, skillId)).version;
      expect(await undo(rt, who, id)).toBeNull();
      expect(await textOf(rt, who, skillId)).toMatchObject({ version: served + 1, bullets: before });
      const after = await readDetail(rt, who, id);
      expect(after.changeset).toMatchObject({ ...UNDECIDED, ops, appliedVersions: null });
      expect(after.drift).toBe('current');
      expect((await readDetail(rt, who, other)).drift).toBe('current');
      expect(after.activity.at(-1)).toMatchObject({
        action: 'changeset.decision_undone',
        details: { decision: 'applied', versions: { [skillId]: served } },
      });
      expect(await approveIt(rt, who, id, { skipCanary: true })).toMatchObject({
        appliedVersions: { [skillId]: served + 2 },
      });
      await expectWholeHistory(rt, who);
    });

    it('leaves an applied change where its skill was created by it or has changed since', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const skillId = await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      await approveIt(rt, who, id, { skipCanary: true });
      const other = await proposeBetter(rt, who, { words: 'slowly' });
      await approveIt(rt, who, other, { skipCanary: true });
      const { name } = await textOf(rt, who, skillId);
      expect(await undo(rt, who, id)).toBe(`${name} has changed since`);
      expect(await undo(rt, who, other)).toBeNull();
      const made = await proposeOps(rt, who, [
        { op: 'create_skill', name: 'pack-orders', description: 'How to pack', tags: [], bullets: [] },
      ]);
      expect(await undo(rt, who, made)).toBe('it created pack-orders, which can be deprecated');
      await expectWholeHistory(rt, who);
    });

    it('makes no second one of a change that was proposed again meanwhile', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await usedSkill(rt, who);
      const id = await proposeBetter(rt, who);
      await reject(rt, who, id);
      const { id: again } = await proposeAgain(rt, who, { id, expect: null });
      expect(await undo(rt, who, id)).toBe(`the same waits for review as ${again}`);
    });

    it('either leaves the queue or comes too late, where the canary ends in the same moment', async () => {
      const rt = runtime();
      for (let round = 0; round < 6; round += 1) {
        const who = freshPrincipal();
        const { id, canary } = await queued(rt, who);
        const stop = () => stopCanary(rt, who, canary.experimentId);
        const both = [() => undo(rt, who, id), stop, () => undo(rt, who, id)];
        const [first, , last] = await Promise.all(
          (round % 2 === 0 ? both : both.toReversed()).map((go) => go()),
        );
        const { status } = await getChangeset(rt, who, id);
        expect(['pending', 'failed']).toContain(status);
        const said = [first, last].filter((why) => why === null);
        expect(said).toHaveLength(status === 'pending' ? 1 : 0);
        const entries = (await listAudit(rt, who, 50)).filter(
          ({ resource }) => resource === `changeset:${id}`,
        );
        expect(entries.filter(({ action }) => action === 'changeset.decision_undone')).toHaveLength(
          said.length,
        );
        await expectWholeHistory(rt, who);
      }
    });
  },
  QUICK_CANARIES,
);
