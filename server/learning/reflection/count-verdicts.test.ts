/**
 * Verdicts on rules: counted in agreement with the outcome, once a run, and corrected whenever the outcome
 * is.
 */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import type { Principal } from '../../domain/principal.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import {
  NO_HOLDOUT,
  recallTask,
  recordRun,
  reflect,
  reflection,
  reflectionRow,
  TASK,
} from '../../testing/jobs/reflect-job.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { replayEpisodes } from './index.ts';

type Verdict = 'helpful' | 'harmful' | 'neutral';

const tag = (bullet: string, verdict: Verdict) => ({ bullet, verdict, reason: 'r' });

/** A skill with two rules for the task; answers with their ids. */
async function twoRules(rt: TestRuntime, who: Principal): Promise<[string, string]> {
  const rules = ['Back up the database', 'Restart the service twice'];
  await authorSkill(rt, who, skillIn({ name: 'deploy-billing', description: TASK, rules }));
  const { bullets } = await getSkill(rt, who, { ref: 'deploy-billing', agentId: 'default' });
  return [bullets[0]?.id ?? '', bullets[1]?.id ?? ''];
}

/** Counters of the two rules: helpful, harmful, neutral. */
async function counters(rt: TestRuntime, who: Principal): Promise<number[][]> {
  const { bullets } = await getSkill(rt, who, { ref: 'deploy-billing', agentId: 'default' });
  return bullets.map(({ helpful, harmful, neutral }) => [helpful, harmful, neutral]);
}

async function servedRun(rt: TestRuntime, who: Principal, more: object = {}): Promise<string> {
  const { recall_id } = await recallTask(rt, who);
  return await recordRun(rt, who, { recall_id, ...more });
}

describeWithModelOnOne(
  'a verdict on a rule',
  (runtime, model) => {
    it('counts where the reward agrees, else as neutral', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const [first, second] = await twoRules(rt, who);
      const tags = [tag(first, 'helpful'), tag(second, 'harmful')];
      model().answer('reflect', reflection({ tags }));
      await servedRun(rt, who);
      await reflect(rt, who);
      expect(await counters(rt, who)).toEqual([
        [0, 0, 1],
        [0, 1, 0],
      ]);
      await servedRun(rt, who, { outcome: 'success' });
      await reflect(rt, who);
      expect(await counters(rt, who)).toEqual([
        [1, 0, 1],
        [0, 1, 1],
      ]);
    });

    it('counts only for rules that the run was served, and never for another tenant’s', async () => {
      const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
      const [own] = await twoRules(rt, who);
      const [foreign] = await twoRules(rt, other);
      model().answer('reflect', reflection({ tags: [tag(own, 'harmful'), tag(foreign, 'harmful')] }));
      await recordRun(rt, who);
      await reflect(rt, who);
      expect([...(await counters(rt, who)), ...(await counters(rt, other))].flat()).toEqual(
        Array(12).fill(0),
      );
    });

    it('is replaced when the run is replayed', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const [first, second] = await twoRules(rt, who);
      const id = await servedRun(rt, who);
      model().answer('reflect', reflection({ tags: [tag(first, 'harmful')] }));
      await reflect(rt, who);
      for (let round = 0; round < 2; round += 1) {
        model().answer('reflect', reflection({ tags: [tag(second, 'harmful')] }));
        expect(await replayEpisodes(rt, who, { agentId: 'default', limit: 1 })).toEqual({
          ...{ status: 'queued', episodes: 1 },
        });
        expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
        await reflect(rt, who);
      }
      expect(await counters(rt, who)).toEqual([
        [0, 0, 0],
        [0, 1, 0],
      ]);
    });

    it('follows a reward that is corrected later', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const [first, second] = await twoRules(rt, who);
      model().answer('reflect', reflection({ tags: [tag(first, 'helpful'), tag(second, 'harmful')] }));
      const id = await servedRun(rt, who);
      await reflect(rt, who);
      await giveFeedback(rt, who, { episode_id: id, score: 1, source: 'user' });
      expect(await counters(rt, who)).toEqual([
        [1, 0, 0],
        [0, 0, 1],
      ]);
    });

    it('is confirmed by a correction that a verification overrules, until newer feedback takes it back', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const [first, second] = await twoRules(rt, who);
      model().answer('reflect', reflection({ tags: [tag(first, 'helpful'), tag(second, 'harmful')] }));
      const episode_id = await servedRun(rt, who, { verification: { passed: true } });
      await reflect(rt, who);
      const was = await counters(rt, who);
      expect(was).toEqual([
        [1, 0, 0],
        [0, 0, 1],
      ]);
      const correction = 'No, the second replica was not to be touched';
      expect(
        await giveFeedback(rt, who, { episode_id, score: 0.2, correction, source: 'user' }),
      ).toMatchObject({ reward: 1, reflection_scheduled: true });
      const corrected = [
        [1, 0, 0],
        [0, 1, 0],
      ];
      expect(await counters(rt, who)).toEqual(corrected);
      await reflect(rt, who);
      expect(await counters(rt, who)).toEqual(corrected);
      rt.advance(1);
      await giveFeedback(rt, who, { episode_id, score: 1, source: 'user' });
      expect(await counters(rt, who)).toEqual(was);
    });

    it('is counted once by the reward that stands, however feedback and reflection meet', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const [first, second] = await twoRules(rt, who);
      const ids: string[] = [];
      for (let run = 0; run < 8; run += 1) ids.push(await servedRun(rt, who));
      model().answer('reflect', reflection({ tags: [tag(first, 'helpful'), tag(second, 'harmful')] }));
      const feedback = ids.flatMap((id, at) =>
        [0, at % 2].map((score) => () => giveFeedback(rt, who, { episode_id: id, score, source: 'user' })),
      );
      await Promise.all([reflect(rt, who), ...feedback.map((give) => give())]);
      await reflect(rt, who);
      const rows = await Promise.all(ids.map((id) => reflectionRow(rt, who, id)));
      expect(rows.map(({ reflected }) => reflected)).toEqual(ids.map(() => true));
      const won = rows.filter(({ reward }) => (reward ?? 0) >= 0.5).length;
      expect(await counters(rt, who)).toEqual([
        [won, 0, ids.length - won],
        [0, ids.length - won, won],
      ]);
    });
  },
  NO_HOLDOUT,
);
