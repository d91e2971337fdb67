import { expect, it } from 'vitest';
import { setMeasurement } from '../../admin/insights/index.ts';
import { runningCanary, SKILL_NAME, serve } from '../../testing/canary/canaries.ts';
import { askIn, heldBackIn, measureBoth } from '../../testing/samples/held-back-skills.ts';
import { WITHOUT_HOLDOUT } from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { explainRecall } from './index.ts';

const SESSIONS = 60;

describeOnOne(
  'a recall of measured skills',
  (runtime) => {
    it('leaves exactly one skill out of a share of the sessions, which keep to it, and tells how likely it was', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const heldBack = new Set<string>();
      for (let i = 0; i < SESSIONS; i++) {
        const { reply, explained } = await askIn(rt, who, `s${i}`);
        const left = heldBackIn(explained);
        const fitting = explained.skills.filter((skill) => skill.holdbackProbability !== null);
        expect(fitting.map(({ id }) => id).sort()).toEqual(['sk_cluster', 'sk_k8s']);
        // A session goes without one at most: 1 − 0.9² for both.
        for (const skill of fitting) expect(skill.holdbackProbability).toBeCloseTo(0.095, 6);
        const served = fitting.filter((skill) => skill.served).map(({ id }) => id);
        expect(reply.skills.map(({ id }) => id)).toEqual(served);
        expect(served).toHaveLength(left === null ? 2 : 1);
        expect(served).not.toContain(left);
        expect(reply.instructions.includes('[bl_k1]')).toBe(left !== 'sk_k8s');
        if (left === null) continue;
        heldBack.add(left);
        expect(reply).toMatchObject({ skill_index: [], holdout: false });
        expect(heldBackIn((await askIn(rt, who, `s${i}`)).explained)).toBe(left);
      }
      expect([...heldBack].sort()).toEqual(['sk_cluster', 'sk_k8s']);
    });

    it('never holds back a skill with a canary', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { skillId } = await runningCanary(rt, who);
      await setMeasurement(rt, who, { skill_id: skillId, share: 0.2 });
      for (let i = 0; i < SESSIONS; i++) {
        const reply = await serve(rt, who, { session_id: `s${i}` });
        const { skills } = await explainRecall(rt, who, reply.recall_id);
        expect(skills.find(({ name }) => name === SKILL_NAME)).toMatchObject({
          reason: 'served',
          holdbackProbability: null,
        });
      }
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
  'a recall of the holdout',
  (runtime) => {
    it('takes no part in the holdback', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await measureBoth(rt, who);
      const { explained } = await askIn(rt, who, 's');
      expect(explained.skills.map(({ reason }) => reason)).toEqual(['holdout', 'holdout']);
      expect(explained.skills.every((skill) => skill.holdbackProbability === null)).toBe(true);
    });
  },
  { SERVICE_HOLDOUT_RATE: '1' },
);
