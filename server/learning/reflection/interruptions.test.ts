/**
 * What becomes of a reflection that is disturbed: nothing is lost, nothing is done twice, and nothing of what
 * was erased stays.
 */

import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { eraseUser } from '../../admin/erasure/index.ts';
import { DAY_MS } from '../../domain/time.ts';
import { Defer } from '../../jobs/index.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { createRuntime, idFactory } from '../../platform/runtime.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { reviewChangeset } from '../../skills/changesets/index.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import {
  allChangesets,
  callsFor,
  jobContext,
  logLines,
  makeLesson,
  NO_HOLDOUT,
  newSkill,
  RULE,
  recallTask,
  recordRun,
  reflect,
  reflection,
  reflectionRow,
  TASK,
  teach,
  teachRule,
} from '../../testing/jobs/reflect-job.ts';
import { list } from '../../testing/samples/said-memories.ts';
import { freshPrincipal } from '../../testing/test-runtime.ts';

const FACT = 'The staging cluster is rebuilt every Monday';

describeWithModelOnOne(
  'a model that cannot be had',
  (runtime, model) => {
    it('fails the job and leaves the episodes, which are learned from when it is back', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      teachRule(model());
      model().fail('*', { status: 401, times: 3 });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await expect(reflect(rt, who)).rejects.toThrow('learning model unavailable');
      }
      expect(await reflectionRow(rt, who, id)).toMatchObject({ reflected: false, reflectAttempts: 0 });
      await reflect(rt, who);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(true);
      expect((await recallTask(rt, who)).instructions).toContain(RULE);
    });

    it('loses no answer that it gave before', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const ids = [await recordRun(rt, who), await recordRun(rt, who)];
      teachRule(model());
      model().fail('curate', { status: 401, times: 1 });
      const since = model().calls.length;
      await expect(reflect(rt, who)).rejects.toThrow('learning model unavailable');
      expect(await allChangesets(rt, who)).toEqual([]);
      for (const id of ids) expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
      await reflect(rt, who);
      expect(callsFor(model(), 'reflect', since)).toHaveLength(2);
      expect(await allChangesets(rt, who)).toMatchObject([{ status: 'applied' }]);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'a tenant over its budget',
  (runtime, model) => {
    it('waits an hour, and keeps the answers that it has paid for', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      teachRule(model());
      const day = rt.clock().toISOString().slice(0, 10);
      const usage = { tenant: who.tenant, day, purpose: 'ask', calls: 1, inputTokens: 1e9, outputTokens: 0 };
      await clientOf(rt.db.read).usageDay.create({ data: usage });
      const since = model().calls.length;
      await expect(reflect(rt, who)).rejects.toSatisfy(
        (error: unknown) => error instanceof Defer && error.delayMs === 3_600_000,
      );
      expect(model().calls).toHaveLength(since);
      expect(await reflectionRow(rt, who, id)).toMatchObject({ reflected: false, reflectAttempts: 0 });
      rt.advance(DAY_MS);
      await reflect(rt, who);
      expect(await allChangesets(rt, who)).toMatchObject([{ status: 'applied' }]);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'a worker that has lost its job',
  (runtime, model) => {
    it.each(['reflect', 'memory', 'curate', 'judge_skill'] as const)(
      'commits nothing after %s',
      async (purpose) => {
        const [rt, who] = [runtime(), freshPrincipal()];
        const id = await recordRun(rt, who);
        teachRule(model());
        const memory = { kind: 'fact' as const, content: FACT, user_specific: false };
        model().answer('reflect', reflection({ lessons: [makeLesson(RULE)], memories: [memory] }));
        let isHeld = true;
        const context = jobContext(rt, {
          commit: (work) =>
            rt.db.write(async (tx) => {
              const done = await work(tx);
              if (!isHeld) throw new Error('the job is no longer held');
              return done;
            }),
        });
        const before = model().calls.length;
        const lost = reflect(rt, who, context);
        const isAsked = () => callsFor(model(), purpose === 'memory' ? 'curate' : purpose, before).length > 0;
        const deadline = Date.now() + 10_000;
        while (!isAsked() && Date.now() < deadline) await new Promise(setImmediate);
        isHeld = false;
        await expect(lost).rejects.toThrow('no longer held');
        expect(await reflectionRow(rt, who, id)).toMatchObject({ reflected: false, reflectAttempts: 0 });
        expect(await allChangesets(rt, who)).toEqual([]);
        await reflect(rt, who);
        expect(await allChangesets(rt, who)).toHaveLength(1);
        expect(await list(rt, who, { includeHistory: true })).toHaveLength(1);
      },
    );

    it('asks nothing more once the job is called off', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      for (let run = 0; run < 9; run += 1) await recordRun(rt, who);
      const off = new AbortController();
      model().answer('reflect', () => {
        off.abort(new Error('the worker stops'));
        return reflection();
      });
      const since = model().calls.length;
      await expect(reflect(rt, who, jobContext(rt, { signal: off.signal }))).rejects.toThrow(
        'the worker stops',
      );
      expect(model().calls.length - since).toBeLessThanOrEqual(4);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'an erasure during reflection',
  (runtime, model) => {
    const ofUser = { scope: { agent_id: 'default', user_id: 'erased' } };

    it.each(['judge_outcome', 'reflect', 'curate', 'judge_skill'] as const)(
      'leaves nothing of the user when it comes during %s',
      async (purpose) => {
        const [rt, who] = [runtime(), freshPrincipal()];
        const id = await recordRun(rt, who, { ...ofUser, outcome: 'unknown' });
        teachRule(model());
        const answers = {
          judge_outcome: { outcome: 'failure', confidence: 1, reason: 'r' },
          reflect: reflection({
            lessons: [makeLesson(RULE)],
            memories: [{ kind: 'preference', content: FACT, user_specific: true }],
          }),
          curate: { rationale: 'r', ops: [newSkill(RULE)] },
          judge_skill: { candidate_score: 0.9, baseline_score: 0.1, reason: 'r' },
        };
        for (const [name, answer] of Object.entries(answers)) {
          model().answer(name as keyof typeof answers, async () => {
            if (name === purpose) await eraseUser(rt, who, 'erased');
            return answer;
          });
        }
        await reflect(rt, who);
        const rows = await clientOf(rt.db.read).episode.count({ where: { tenant: who.tenant, id } });
        expect(rows).toBe(0);
        expect(await allChangesets(rt, who)).toEqual([]);
        expect(await list(rt, who, { includeHistory: true })).toEqual([]);
        expect((await recallTask(rt, who, ofUser)).instructions).toBe('');
      },
    );

    it('takes only what rests on the user: the others’ runs are curated again without it', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      await recordRun(rt, who, { ...ofUser, error: 'erase-me' });
      const stays = await recordRun(rt, who, { error: 'keep-me' });
      teach(model(), RULE, []);
      model().answer('reflect', ({ user }: { user: string }) =>
        reflection({ lessons: [makeLesson(user.includes('erase-me') ? 'Ask Ada for her key' : RULE)] }),
      );
      let curations = 0;
      model().answer('curate', async ({ user }: { user: string }) => {
        curations += 1;
        if (curations === 1) await eraseUser(rt, who, 'erased');
        const words = user.includes('Ada') ? 'Ask Ada for her key' : RULE;
        return { rationale: 'r', ops: [newSkill(words)] };
      });
      await reflect(rt, who);
      const [changeset, ...more] = await allChangesets(rt, who);
      expect([curations, more.length]).toEqual([2, 0]);
      expect(changeset?.ops).not.toContain('Ada');
      expect(JSON.parse(changeset?.episodeIds ?? '')).toEqual([stays]);
      expect((await reflectionRow(rt, who, stays)).reflected).toBe(true);
    });
  },
  NO_HOLDOUT,
);

describeWithModelOnOne(
  'feedback during reflection',
  (runtime, model) => {
    it.each(['reflect', 'curate'] as const)('that comes during %s is reflected on next', async (purpose) => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      teach(model(), RULE, []);
      let comes = true;
      const feedback = { episode_id: id, score: 0, comment: 'wrong cluster', source: 'user' };
      const answers = {
        reflect: reflection({ lessons: [makeLesson(RULE)] }),
        curate: { rationale: '', ops: [] },
      };
      model().answer(purpose, async () => {
        if (comes) await giveFeedback(rt, who, feedback);
        comes = false;
        return answers[purpose];
      });
      await reflect(rt, who);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
      const [next, ...others] = await openJobs(rt, who.tenant);
      expect(next?.dueInMs).toBeLessThanOrEqual(rt.config.learning.reflectDebounceSeconds * 1000);
      expect(others).toEqual([]);
      const since = model().calls.length;
      await reflect(rt, who);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(true);
      expect(callsFor(model(), 'reflect', since)[0]?.user).toContain('wrong cluster');
    });

    it('proposes what a run taught once, whatever is said of the run meanwhile', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      teachRule(model());
      const good = { episode_id: id, score: 1, source: 'user' };
      let made = 0;
      model().answer('curate', async () => {
        if (made === 0) await giveFeedback(rt, who, good);
        made += 1;
        return { rationale: '', ops: [newSkill(RULE, `deploy-${made}`)] };
      });
      const proposals = async () => {
        await reflect(rt, who);
        return (await allChangesets(rt, who)).length;
      };
      expect(await proposals()).toBe(1);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
      expect(await proposals()).toBe(1);
      await giveFeedback(rt, who, { ...good, score: 0 });
      expect(await proposals()).toBe(1);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(true);
    });

    it('is not taken for seen where a process with a slower clock stored it', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      await giveFeedback(rt, who, { episode_id: id, score: 0.25, source: 'user' });
      const clock = () => new Date(rt.clock().getTime() - 3_600_000);
      const slower = createRuntime({ ...rt, clock, newId: idFactory(clock, Math.random) });
      model().answer('reflect', async () => {
        await giveFeedback(slower, who, { episode_id: id, score: 0, source: 'user' });
        return reflection({});
      });
      await reflect(rt, who);
      expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
    });

    it('does not keep a rejection of the proposal from being seen by the next one', async () => {
      const [rt, who] = [runtime(), freshPrincipal()];
      const id = await recordRun(rt, who);
      teachRule(model());
      model().answer('judge_skill', { candidate_score: 0.1, baseline_score: 0.1, reason: 'r' });
      await reflect(rt, who);
      const [changeset] = await allChangesets(rt, who);
      const refusal = { approve: false, comment: `${TASK}: no`, skipCanary: false };
      await reviewChangeset(rt, who, { id: changeset?.id ?? '', ...refusal });
      await giveFeedback(rt, who, { episode_id: id, score: 0, source: 'user' });
      await reflect(rt, who);
      expect(callsFor(model(), 'curate').at(-1)?.user).toContain(`"refused_because":"${TASK}: no"`);
      expect(logLines(rt, who, 'reflect.failed')).toEqual([]);
    });
  },
  NO_HOLDOUT,
);
