import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { runningCanary, SKILL_NAME, serve } from '../../testing/canary/canaries.ts';
import { askIn, HOLDBACK, heldBackIn, putBoth } from '../../testing/samples/held-back-skills.ts';
import { ask, ROLLOUT, WITHOUT_HOLDOUT } from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { explainRecall } from './index.ts';

const SESSIONS = 60;
const RATE = 0.2;

describeOnOne(
  'a recall with a holdback',
  (runtime) => {
    it('leaves exactly one skill out of a share of the sessions, and tells which and how likely it was', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const heldBack = new Set<string>();
      for (let i = 0; i < SESSIONS; i++) {
        const { reply, explained } = await askIn(rt, who, `s${i}`);
        const left = heldBackIn(explained);
        const fitting = explained.skills.filter((skill) => skill.holdbackProbability !== null);
        expect(fitting.map(({ id }) => id).sort()).toEqual(['sk_cluster', 'sk_k8s']);
        const sum = fitting.reduce((total, skill) => total + (skill.holdbackProbability ?? 0), 0);
        expect(sum).toBeCloseTo(RATE, 5);
        const served = fitting.filter((skill) => skill.served).map(({ id }) => id);
        expect(reply.skills.map(({ id }) => id)).toEqual(served);
        expect(served).toHaveLength(left === null ? 2 : 1);
        expect(served).not.toContain(left);
        if (left !== null) heldBack.add(left);
        expect(reply.skill_index).toEqual([]);
        expect(reply.holdout).toBe(false);
      }
      expect([...heldBack].sort()).toEqual(['sk_cluster', 'sk_k8s']);
    });

    it('keeps to what a session was drawn, and leaves the text of the held-back skill out', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      for (let i = 0; i < SESSIONS; i++) {
        const first = await askIn(rt, who, `s${i}`);
        const again = await askIn(rt, who, `s${i}`);
        expect(heldBackIn(again.explained)).toBe(heldBackIn(first.explained));
        expect(first.reply.instructions.includes('[bl_k1]')).toBe(heldBackIn(first.explained) !== 'sk_k8s');
      }
    });

    it('leans to a skill that is short of evidence', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      await clientOf(rt.db.read).skill.updateMany({
        where: { tenant: who.tenant, id: 'sk_k8s' },
        data: { evidence: 600 },
      });
      const { explained } = await askIn(rt, who, 's');
      const probabilityOf = (id: string) =>
        explained.skills.find((skill) => skill.id === id)?.holdbackProbability;
      // 1/√25 against 1/√625.
      expect(probabilityOf('sk_cluster')).toBeCloseTo((RATE * 5) / 6, 5);
      expect(probabilityOf('sk_k8s')).toBeCloseTo(RATE / 6, 5);
    });

    it('leans by evidence that is at most ten minutes old', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const leaning = async (session: string) => {
        const { explained } = await askIn(rt, who, session);
        return explained.skills.find(({ id }) => id === 'sk_k8s')?.holdbackProbability;
      };
      expect(await leaning('s1')).toBeCloseTo(RATE / 2, 5);
      await clientOf(rt.db.read).skill.updateMany({
        where: { tenant: who.tenant, id: 'sk_k8s' },
        data: { evidence: 600 },
      });
      expect(await leaning('s2')).toBeCloseTo(RATE / 2, 5);
      rt.advance(11 * 60_000);
      expect(await leaning('s3')).toBeCloseTo(RATE / 6, 5);
    });

    it('never holds back a skill with a canary', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await runningCanary(rt, who);
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
  HOLDBACK,
);

describeOnOne(
  'a recall of the holdout',
  (runtime) => {
    it('takes no part in the holdback', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      const { explained } = await askIn(rt, who, 's');
      expect(explained.skills.map(({ reason }) => reason)).toEqual(['holdout', 'holdout']);
      expect(explained.skills.every((skill) => skill.holdbackProbability === null)).toBe(true);
    });
  },
  { ...HOLDBACK, SERVICE_HOLDOUT_RATE: '1' },
);

describeOnOne(
  'a recall without a holdback',
  (runtime) => {
    it('serves all that fits and draws nothing', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      await putBoth(rt, who);
      for (let i = 0; i < SESSIONS; i++) {
        const reply = await ask(rt, who, ROLLOUT, { session_id: `s${i}` });
        expect(reply.skills).toHaveLength(2);
      }
      const { explained } = await askIn(rt, who, 's');
      expect(explained.skills.every((skill) => skill.holdbackProbability === null)).toBe(true);
    });
  },
  WITHOUT_HOLDOUT,
);
