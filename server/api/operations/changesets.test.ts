/** A decision counts only for what was shown, on each way that a decision can come. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  amendChangeset,
  getChangeset,
  listQueue,
  previewMany,
  readDetail,
  reviewMany,
} from '../../skills/changesets/index.ts';
import { authorSkill } from '../../skills/index.ts';
import {
  approveIt,
  proposeBetter,
  proposeOps,
  QUICK_CANARIES,
  SKILL_NAME,
  usedSkill,
} from '../../testing/canary/canaries.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { changesetOperations } from './changesets.ts';
import { callerFactory, router } from './operation.ts';

const rest = callerFactory(router({ ...changesetOperations }));

const addition = (content: string): Operation => ({
  ...{ op: 'add', skill: SKILL_NAME, section: 'steps', content, issue: '', keywords: [] },
});
const description: Operation = { op: 'set_description', skill: SKILL_NAME, description: 'Another purpose' };
const creation: Operation = { op: 'create_skill', name: 'fly', description: 'x', tags: [], bullets: [] };

describeOnOne(
  'a decision on a changeset',
  (runtime) => {
    const prepared = async () => {
      const who = freshPrincipal();
      const skillId = await usedSkill(runtime(), who);
      const id = await proposeOps(runtime(), who, [description, creation]);
      return { who, id, skillId };
    };
    const amend = (who: Principal, id: string, ops: Operation[], shown: string | null = null) =>
      amendChangeset(runtime(), who, { id, ops, comment: null, expect: shown });

    /** What happens between a look and the decision, and what the refusal says of it. */
    const MEANWHILE: [string, string, (who: Principal, id: string) => Promise<unknown>][] = [
      [
        'its operations were amended',
        'its operations were amended',
        (who, id) => amend(who, id, [{ ...description, reason: 'better' }, creation]),
      ],
      [
        'the scan found something else',
        'its findings are now injection:override',
        (who, id) =>
          clientOf(runtime().db.read).changeset.updateMany({
            where: { tenant: who.tenant, id },
            data: { safetyFindings: JSON.stringify(['injection:override']) },
          }),
      ],
      [
        'its skill moved on',
        `skill ${SKILL_NAME} moved from version 1 to 2`,
        (who) => authorSkill(runtime(), who, skillIn({ name: SKILL_NAME, description: 'Moved on' })),
      ],
    ];
    const conflict = (why: string) => ({
      kind: 'conflict',
      detail: expect.stringContaining(`things changed since this was shown: ${why}`),
    });

    it.each(MEANWHILE)('is refused where %s, and decides nothing', async (_, why, happen) => {
      const { who, id } = await prepared();
      const as = rest({ runtime: runtime(), principal: who });
      const { digest } = await as.getChangeset({ cs_id: id });
      const promised = (await readDetail(runtime(), who, id)).approval;
      const [row] = (await listQueue(runtime(), who, QUEUE)).items;
      await happen(who, id);
      const refusal = { cause: conflict(why) };
      for (const approve of [true, false]) {
        const review = { cs_id: id, approve, expect: digest };
        await expect(as.reviewChangeset(review)).rejects.toMatchObject(refusal);
        for (const skip of [false, true]) {
          const { expect: sent = '' } = (skip ? promised?.skippingCanary : promised?.asUsual) ?? {};
          const shown = { ...review, skip_canary: skip, expect: sent };
          await expect(as.reviewChangeset(shown)).rejects.toMatchObject(refusal);
        }
      }
      const decisions = [{ id, expect: row?.digest ?? null }];
      const [refused] = await reviewMany(runtime(), who, { decisions, approve: false, comment: 'no' });
      expect(refused).toMatchObject({ result: null, fault: conflict(why) });
      const now = await as.getChangeset({ cs_id: id });
      expect(now).toMatchObject({ status: 'pending' });
      expect(await as.reviewChangeset({ cs_id: id, approve: false, expect: now.digest })).toMatchObject({
        status: 'rejected',
      });
    });

    it('is refused where approving would do something else, unless it is a rejection', async () => {
      const who = freshPrincipal();
      await usedSkill(runtime(), who);
      const [first, second, third] = [
        await proposeBetter(runtime(), who),
        await proposeBetter(runtime(), who, { words: 'twice' }),
        await proposeBetter(runtime(), who, { words: 'slowly' }),
      ];
      const shown = await previewMany(runtime(), who, [second, third]);
      const [promise = null, other = null] = shown.map(({ approval }) => approval?.expect ?? null);
      await approveIt(runtime(), who, first);
      await expect(approveIt(runtime(), who, second, { expect: promise })).rejects.toMatchObject(
        conflict(`approving it would queue it: a canary is running on ${SKILL_NAME}`),
      );
      const rejection = { approve: false, comment: null, decisions: [{ id: third, expect: other }] };
      expect(await reviewMany(runtime(), who, rejection)).toMatchObject([{ result: { status: 'rejected' } }]);
      // Who only read the changeset was told no outcome.
      const { digest } = await getChangeset(runtime(), who, second);
      expect(await approveIt(runtime(), who, second, { expect: digest })).toMatchObject({
        status: 'approved',
      });
    });

    it('goes through with what is shown, the same in the list, the page and over REST', async () => {
      const { who, id } = await prepared();
      const { digest } = await getChangeset(runtime(), who, id);
      const { changeset, approval } = await readDetail(runtime(), who, id);
      const [row] = (await listQueue(runtime(), who, QUEUE)).items;
      expect([changeset.digest, row?.digest]).toEqual([digest, digest]);
      expect(approval?.asUsual.expect.startsWith(`${digest}.`)).toBe(true);
      expect(approval?.asUsual.expect).not.toBe(approval?.skippingCanary.expect);
      const amended = await amend(who, id, [description], digest);
      expect(await getChangeset(runtime(), who, id)).toEqual(amended);
      expect(await approveIt(runtime(), who, id, { expect: amended.digest })).toMatchObject({
        status: 'canary',
      });
    });

    it('is refused where it brings something that was never shown', async () => {
      const { who, id } = await prepared();
      const as = rest({ runtime: runtime(), principal: who });
      await expect(as.reviewChangeset({ cs_id: id, approve: true, expect: 'abc' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      await expect(approveIt(runtime(), who, id, { expect: 'applied deploy@2' })).rejects.toMatchObject({
        detail: 'things changed since this was shown',
      });
    });

    it.each(['one after the other', 'at once'])('keeps the first of two amendments %s', async (how) => {
      const { who, id } = await prepared();
      const as = rest({ runtime: runtime(), principal: who });
      const { digest } = await as.getChangeset({ cs_id: id });
      const ops = [1, 2].map((turn) => [addition(`Check gauge number ${turn} before the rollout`)]);
      const sent = ops.map((own) => () => as.amendChangeset({ cs_id: id, ops: own, expect: digest }));
      const results: PromiseSettledResult<unknown>[] = [];
      if (how === 'at once') results.push(...(await Promise.allSettled(sent.map((send) => send()))));
      else for (const send of sent) results.push(...(await Promise.allSettled([send()])));
      const kept = results.findIndex(({ status }) => status === 'fulfilled');
      expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { cause: conflict('its operations were amended') } },
      ]);
      expect((await as.getChangeset({ cs_id: id })).ops).toEqual(ops[kept]);
    });
  },
  QUICK_CANARIES,
);

const QUEUE = {
  ...{ tab: 'pending' as const, order: null, cursor: null, limit: 9 },
  filter: {
    agentId: null,
    source: null,
    learnedFrom: null,
    risk: null,
    finding: null,
    skillId: null,
    text: null,
  },
};
