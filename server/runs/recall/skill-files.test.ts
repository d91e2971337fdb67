/** Recalls of agents that have skills as files, which reach every session. */
import { expect, it } from 'vitest';
import { readInsights, readLift, setMeasurement } from '../../admin/insights/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { runningCanary, serve } from '../../testing/canary/canaries.ts';
import { putSkill } from '../../testing/database/knowledge-rows.ts';
import { recordOf } from '../../testing/samples/held-back-skills.ts';
import { ask, KUBERNETES, ROLLOUT, WITHOUT_HOLDOUT } from '../../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { explainRecall, readServed } from './index.ts';

const RULE = '[bl_k1]';

async function prepare(rt: TestRuntime): Promise<Principal> {
  const who = freshPrincipal();
  await putSkill(rt, who.tenant, KUBERNETES);
  return who;
}

const asked = async (rt: TestRuntime, who: Principal, version: number | null, more: object = {}) =>
  await ask(rt, who, ROLLOUT, { skill_files: [{ id: KUBERNETES.id, version }], ...more });

const counted = async (rt: TestRuntime, who: Principal) => {
  const { lift, runsWithFiles } = await readLift(rt, who, 'default');
  return [lift.treatedN, lift.holdoutN, runsWithFiles];
};

describeOnOne(
  'a recall of an agent with files',
  (runtime) => {
    it('names a skill whose file holds the served version, which counts as served and for no lift', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      const reply = await asked(rt, who, 1);
      expect(reply.instructions).toContain('- kubernetes-rollout: Roll out');
      expect(reply.instructions).not.toContain(RULE);
      expect(reply.skills.map(({ id }) => id)).toEqual([KUBERNETES.id]);
      const { skills } = await explainRecall(rt, who, reply.recall_id);
      expect(skills).toMatchObject([{ served: true, reason: 'file' }]);
      await recordOf(rt, who, reply.recall_id, { outcome: 'success' });
      expect(await counted(rt, who)).toEqual([0, 0, 1]);
      expect((await readInsights(rt, who, 'default')).skills).toMatchObject([{ uses: 1, successRate: 1 }]);
    });

    it('serves the rules of a skill whose file is behind or edited, whose runs count for no lift either', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      for (const version of [0, null]) {
        const reply = await asked(rt, who, version);
        expect(reply.instructions).toContain(RULE);
        await recordOf(rt, who, reply.recall_id, { outcome: 'success' });
      }
      expect(await counted(rt, who)).toEqual([0, 0, 2]);
      const plain = await ask(rt, who, ROLLOUT, { skill_files: [{ id: 'sk_other', version: 1 }] });
      expect(plain.instructions).toContain(RULE);
      await recordOf(rt, who, plain.recall_id, { outcome: 'success' });
      expect(await counted(rt, who)).toEqual([1, 0, 2]);
    });

    it('has no part in the canary of a skill whose incumbent is in a file', async () => {
      const rt = runtime();
      const who = freshPrincipal();
      const { skillId: id } = await runningCanary(rt, who);
      const armsOf = async (version: number) => {
        const files = [{ id, version }];
        const replies = await Promise.all(
          Array.from({ length: 12 }, () => serve(rt, who, { skill_files: files })),
        );
        return new Set(replies.map(({ skills }) => skills[0]?.arm));
      };
      expect(await armsOf(1)).toEqual(new Set([null]));
      const reply = await serve(rt, who, { skill_files: [{ id, version: 1 }] });
      const { lines } = await readServed(rt, who, reply.recall_id);
      expect(lines.map(({ text }) => text).join('\n')).toBe(reply.instructions);
      expect(await armsOf(0)).not.toContain(null);
    });
  },
  WITHOUT_HOLDOUT,
);

describeOnOne(
  'a recall of an agent with files, where some sessions go without a skill',
  (runtime) => {
    it('holds back no skill that is a file', async () => {
      const rt = runtime();
      const who = await prepare(rt);
      await setMeasurement(rt, who, { skill_id: KUBERNETES.id, share: 0.2 });
      const reasonsOf = async (files: object) => {
        const replies = Array.from({ length: 40 }, (_, session) =>
          ask(rt, who, ROLLOUT, { session_id: `s${session}`, ...files }),
        );
        const explained = (await Promise.all(replies)).map((it) => explainRecall(rt, who, it.recall_id));
        return new Set((await Promise.all(explained)).flatMap(({ skills }) => skills[0]?.reason));
      };
      expect(await reasonsOf({})).toEqual(new Set(['served', 'held_back']));
      const behind = [{ id: KUBERNETES.id, version: 0 }];
      expect(await reasonsOf({ skill_files: behind })).toEqual(new Set(['served']));
    });
  },
  WITHOUT_HOLDOUT,
);
