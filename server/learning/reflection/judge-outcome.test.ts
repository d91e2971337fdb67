/** Outcomes that nobody reported, and what a judgement is worth. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { authorSkill, getSkill } from '../../skills/index.ts';
import {
  callsFor,
  logLines,
  NO_HOLDOUT,
  recallTask,
  recordRun,
  reflect,
  reflectionRow,
  TASK,
} from '../../testing/jobs/reflect-job.ts';
import { skillIn } from '../../testing/samples/skill-history.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';
import { replayEpisodes } from './index.ts';

const UNKNOWN = { outcome: 'unknown' };

const judgement = (outcome: string, confidence: number) => ({
  outcome,
  confidence,
  reason: 'the log says so',
});

describeWithModelOnOne(
  'the outcome of a run that nobody reported',
  (runtime, model) => {
    it('is judged, and a confident judgement becomes its reward with the confidence as strength', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await authorSkill(
        rt,
        who,
        skillIn({ name: 'deploy-billing', description: TASK, rules: ['Back up first'] }),
      );
      const { recall_id } = await recallTask(rt, who);
      const id = await recordRun(rt, who, { ...UNKNOWN, recall_id });
      model().answer('judge_outcome', judgement('partial', 0.8));
      await reflect(rt, who);
      expect(await reflectionRow(rt, who, id)).toMatchObject({
        ...{
          reward: 0.5,
          rewardStrength: 0.8,
          rewardSource: 'judge',
          judgeOutcome: 'partial',
          reflected: true,
        },
      });
      const skill = await getSkill(rt, who, { ref: 'deploy-billing', agentId: 'default' });
      expect(skill).toMatchObject({ uses: 1, successRate: 0.5 });
      const reflected = callsFor(model(), 'reflect').at(-1);
      expect(reflected?.user).toContain('reward: 0.5 (by judge)');
    });

    it('stays unknown where the judge is not confident, and is not asked for again', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who, UNKNOWN);
      model().answer('judge_outcome', judgement('success', 0.69));
      model().fail('reflect', { status: 401, times: 1 });
      const since = model().calls.length;
      await expect(reflect(rt, who)).rejects.toThrow('learning model unavailable');
      await reflect(rt, who);
      expect(callsFor(model(), 'judge_outcome', since)).toHaveLength(1);
      expect(await reflectionRow(rt, who, id)).toMatchObject({
        reward: null,
        judgeOutcome: 'success',
        reflected: true,
      });
    });

    it('is not judged where it is known', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who);
      await recordRun(rt, who, { ...UNKNOWN, verification: { passed: true } });
      const rated = await recordRun(rt, who, UNKNOWN);
      await giveFeedback(rt, who, { episode_id: rated, score: 0.9, source: 'user' });
      const since = model().calls.length;
      await reflect(rt, who);
      expect(callsFor(model(), 'judge_outcome', since)).toEqual([]);
      expect(callsFor(model(), 'reflect', since)).toHaveLength(3);
    });

    it('gives way to feedback, also to feedback that comes while the judge thinks', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const ids = [await recordRun(rt, who, UNKNOWN), await recordRun(rt, who, UNKNOWN)];
      const [early = '', late = ''] = ids;
      let given: Promise<unknown> = Promise.resolve();
      model().answer('judge_outcome', async (call: { user: string }) => {
        if (call.user.includes(early)) {
          given = giveFeedback(rt, who, { episode_id: early, score: 0.25, source: 'user' });
          await given;
        }
        return judgement('success', 1);
      });
      await reflect(rt, who);
      await given;
      await giveFeedback(rt, who, { episode_id: late, score: 0.75, source: 'user' });
      expect(await reflectionRow(rt, who, early)).toMatchObject({ reward: 0.25, rewardSource: 'feedback' });
      expect(await reflectionRow(rt, who, late)).toMatchObject({ reward: 0.75, rewardSource: 'feedback' });
    });

    it('is judged again when the run is replayed, and the new judgement replaces the old one', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who, UNKNOWN);
      model().answer('judge_outcome', judgement('success', 1));
      await reflect(rt, who);
      expect((await reflectionRow(rt, who, id)).reward).toBe(1);
      await replayEpisodes(rt, who, { agentId: 'default', limit: 5 });
      model().answer('judge_outcome', judgement('failure', 0.1));
      await reflect(rt, who);
      expect(await reflectionRow(rt, who, id)).toMatchObject({
        reward: null,
        rewardSource: null,
        reflected: true,
      });
    });

    it('is left open, with a line, where the answer cannot be used; the run is reflected on all the same', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who, UNKNOWN);
      model().malformed('judge_outcome', '{"outcome":"splendid"}');
      await reflect(rt, who);
      expect(logLines(rt, who, 'judge_outcome.failed')).toMatchObject([{ episode_id: id }]);
      expect(await reflectionRow(rt, who, id)).toMatchObject({
        reward: null,
        reflected: true,
        reflectAttempts: 0,
      });
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'with judging switched off, the outcome of a run',
  (runtime, model) => {
    it('stays unknown', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who, UNKNOWN);
      const since = model().calls.length;
      await reflect(rt, who);
      expect(callsFor(model(), 'judge_outcome', since)).toEqual([]);
      expect(await reflectionRow(rt, who, id)).toMatchObject({ reward: null, reflected: true });
    });
  },
  { SERVICE_SELF_JUDGE_UNKNOWN_OUTCOMES: 'false' },
);
