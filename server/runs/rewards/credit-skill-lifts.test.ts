import { expect, it } from 'vitest';
import { readMeasurement } from '../../admin/insights/index.ts';
import { NO_SKILL_LIFT, type SkillLiftSums } from '../../domain/measurement/skill-lift.ts';
import type { Principal } from '../../domain/principal.ts';
import { fromJson, toJson } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { askIn, bothSessions, measureBoth, recordOf } from '../../testing/samples/held-back-skills.ts';
import { WITHOUT_HOLDOUT } from '../../testing/samples/said-memories.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { giveFeedback } from '../feedback/index.ts';
import { explainRecall } from '../recall/index.ts';
import { lockEntry, withdrawCredit } from './index.ts';

const SKILL = 'sk_k8s';

async function sumsOf(rt: TestRuntime, who: Principal): Promise<SkillLiftSums> {
  const where = { tenant: who.tenant, skillId: SKILL };
  const row = await clientOf(rt.db.read).skillLift.findFirst({ where });
  return row === null ? NO_SKILL_LIFT : fromJson<{ reward: SkillLiftSums }>(row.sums).reward;
}

describeOnBoth(
  'credit of the lift of skills',
  (runtime) => {
    it('counts runs with the skill and runs without it, and gives the skill nothing for the latter', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const { without, whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      await recordOf(rt, who, without, { outcome: 'failure' });
      expect((await readMeasurement(rt, who, SKILL)).worth).toMatchObject({
        ...{ servedN: 1, servedSuccess: 1, heldBackN: 1, heldBackSuccess: 0 },
        ...{ sessions: 2, effect: null, effectAlwaysValid: null },
      });
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
      await measureBoth(rt, who);
      const { without, whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      const id = await recordOf(rt, who, without, {});
      expect((await sumsOf(rt, who)).units).toBe(1);
      await giveFeedback(rt, who, { episode_id: id, score: 1, source: 'user' });
      const { sessionId } = await explainRecall(rt, who, without);
      const again = (await askIn(rt, who, sessionId ?? '')).reply.recall_id;
      await recordOf(rt, who, again, { outcome: 'failure' });
      const before = await sumsOf(rt, who);
      expect(before.units).toBe(2);
      await giveFeedback(rt, who, { episode_id: id, score: 0.25, source: 'user' });
      const after = await sumsOf(rt, who);
      expect(after.heldBack).toEqual({ weight: 2, value: 0.25 });
      expect(after.share).toBeCloseTo(before.share, 10);
      expect(after.difference).toBeGreaterThan(before.difference);
      await giveFeedback(rt, who, { episode_id: id, score: 1, source: 'user' });
      const back = await sumsOf(rt, who);
      expect(back.difference).toBeCloseTo(before.difference, 10);
      expect(back.squares).toBeCloseTo(before.squares, 10);
    });

    it('takes back what a run was counted for', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const { without } = await bothSessions(rt, who, SKILL);
      const id = await recordOf(rt, who, without, { outcome: 'success' });
      await rt.db.write(async (tx) => {
        const entry = await lockEntry(rt, tx, who.tenant, id);
        if (entry !== null) await withdrawCredit(rt, tx, who.tenant, { entry, bullets: [] });
      });
      const { difference, squares, share, units, heldBack } = await sumsOf(rt, who);
      for (const sum of [difference, squares, share, units, heldBack.weight]) expect(sum).toBeCloseTo(0, 10);
    });

    it('goes on with the sums of the version before, which had others beside them', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const reward = { ...NO_SKILL_LIFT, units: 40, served: { weight: 40, value: 30 } };
      const old = { reward, duration: reward, runs: 40, characters: 9000, since: 1, recent: 2, recentAt: 3 };
      const data = { tenant: who.tenant, skillId: SKILL, sums: toJson(old) };
      await clientOf(rt.db.read).skillLift.create({ data });
      const { whole } = await bothSessions(rt, who, SKILL);
      await recordOf(rt, who, whole, { outcome: 'success' });
      expect((await readMeasurement(rt, who, SKILL)).worth).toMatchObject({ sessions: 41, servedN: 41 });
    });
  },
  WITHOUT_HOLDOUT,
);
