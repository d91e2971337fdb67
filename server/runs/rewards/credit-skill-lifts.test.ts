import { expect, it } from 'vitest';
import { readSkillLift } from '../../admin/insights/index.ts';
import { NO_SKILL_LIFT } from '../../domain/measurement/skill-lift-sums.ts';
import type { Principal } from '../../domain/principal.ts';
import { NO_MEASURES } from '../../domain/skills/canary/measures.ts';
import { DAY_MS } from '../../domain/time.ts';
import { fromJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { askIn, bothSessions, HOLDBACK, putBoth, recordOf } from '../../testing/samples/held-back-skills.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { giveFeedback } from '../feedback/index.ts';
import { explainRecall } from '../recall/index.ts';
import { lockEntry, withdrawCredit } from './index.ts';

const SKILL = 'sk_k8s';

async function sumsOf(rt: TestRuntime, who: Principal) {
  const row = await clientOf(rt.db.read).skillLift.findFirst({
    where: { tenant: who.tenant, skillId: SKILL },
  });
  return row === null ? NO_SKILL_LIFT : fromJson<typeof NO_SKILL_LIFT>(row.sums);
}

describeOnBoth(
  'credit of the lift of skills',
  (runtime) => {
    it('counts runs with the skill and runs without it, and gives the skill nothing for the latter', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const { without, whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success', duration_ms: 1000 });
      await recordOf(rt, who, without, { outcome: 'failure', duration_ms: 3000 });
      const lift = await readSkillLift(rt, who, SKILL);
      expect(lift).toMatchObject({
        ...{ servedN: 1, servedSuccess: 1, heldBackN: 1, heldBackSuccess: 0 },
        ...{ enough: false, reward: null, duration: null, hurts: false },
      });
      expect(lift?.characters).toBeGreaterThan(50);
      const where = { tenant: who.tenant };
      const skills = await clientOf(rt.db.read).skill.findMany({ where, orderBy: { id: 'asc' } });
      expect(skills.map(({ id, uses, evidence }) => ({ id, uses, evidence }))).toEqual([
        { id: 'sk_cluster', uses: 2, evidence: 2 },
        { id: SKILL, uses: 1, evidence: 1 },
      ]);
      // A run that went without one of its skills is neither with skills nor without.
      const totals = await clientOf(rt.db.read).agentTotals.findFirst({ where });
      expect(totals).toMatchObject({ episodes: 2, treatedEvidence: 1, holdoutEvidence: 0 });
    });

    it('corrects what was counted, and counts a session once', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const { without, whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      const id = await recordOf(rt, who, without, { outcome: 'success' });
      const { sessionId } = await explainRecall(rt, who, without);
      const again = (await askIn(rt, who, sessionId ?? '')).reply.recall_id;
      await recordOf(rt, who, again, { outcome: 'failure' });
      const before = await sumsOf(rt, who);
      expect(before.reward.units).toBe(2);
      await giveFeedback(rt, who, { episode_id: id, score: 0.25, source: 'user' });
      const after = await sumsOf(rt, who);
      expect(after.reward.heldBack).toEqual({ weight: 2, value: 0.25 });
      expect(after.reward.share).toBeCloseTo(before.reward.share, 10);
      expect(after.reward.difference).toBeGreaterThan(before.reward.difference);
      await giveFeedback(rt, who, { episode_id: id, score: 1, source: 'user' });
      const back = await sumsOf(rt, who);
      expect(back.reward.difference).toBeCloseTo(before.reward.difference, 10);
      expect(back.reward.squares).toBeCloseTo(before.reward.squares, 10);
    });

    it('takes back what a run was counted for', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const { without } = await bothSessions(rt, who, SKILL);
      const id = await recordOf(rt, who, without, { outcome: 'success', duration_ms: 500 });
      await rt.db.write(async (tx) => {
        const entry = await lockEntry(rt, tx, who.tenant, id);
        if (entry !== null)
          await withdrawCredit(rt, tx, who.tenant, { entry, bullets: [], measures: NO_MEASURES });
      });
      const { reward, duration, runs, characters } = await sumsOf(rt, who);
      expect({ runs, characters }).toEqual({ runs: 0, characters: 0 });
      for (const { difference, squares, share, units, heldBack } of [reward, duration]) {
        for (const sum of [difference, squares, share, units, heldBack.weight])
          expect(sum).toBeCloseTo(0, 10);
      }
    });

    it('forecasts when there will be enough from the traffic of the last weeks', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      expect(await readSkillLift(rt, who, SKILL)).toMatchObject({ servedN: 0, daysUntilEnough: null });
      const { whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      const soon = (await readSkillLift(rt, who, SKILL))?.daysUntilEnough ?? 0;
      expect(soon).toBeGreaterThan(100);
      rt.advance(10 * DAY_MS);
      expect((await readSkillLift(rt, who, SKILL))?.daysUntilEnough).toBeGreaterThan(soon);
      rt.advance(10 * DAY_MS);
      expect((await readSkillLift(rt, who, SKILL))?.daysUntilEnough).toBeNull();
    });

    it('is not another tenant’s', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const { whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      const other = freshPrincipal();
      await putBoth(rt, other);
      expect(await readSkillLift(rt, other, SKILL)).toMatchObject({ servedN: 0 });
    });
  },
  HOLDBACK,
);
