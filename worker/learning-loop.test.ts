/**
 * The loop as a client sees it: a failure goes in over HTTP, a worker learns from it, and the next recall
 * serves what was learned.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standInSettings } from '../lab/model/model-runtime.ts';
import { type StandInModel, startStandInModel } from '../lab/model/stand-in-model.ts';
import { createWorker, type Worker } from '../server/jobs/index.ts';
import { eventually } from '../server/testing/eventually.ts';
import { pass } from '../server/testing/jobs/jobs.ts';
import {
  callsFor,
  makeLesson,
  newSkill,
  RULE,
  reflection,
  TASK,
  teach,
  teachRule,
} from '../server/testing/jobs/reflect-job.ts';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';
import { createHandlers } from './tasks.ts';

const DEBOUNCE_MS = 5000;

describe('learning over HTTP', () => {
  let [model, gateway, worker]: [StandInModel | null, TestGateway | null, Worker | null] = [null, null, null];

  beforeAll(async () => {
    model = await startStandInModel();
    gateway = await openTestGateway('sqlite', {
      ...standInSettings(model),
      SERVICE_HOLDOUT_RATE: '0',
      SERVICE_REFLECT_DEBOUNCE_SECONDS: String(DEBOUNCE_MS / 1000),
    });
    worker = createWorker(gateway.runtime, createHandlers(gateway.runtime));
    await worker.start();
  });
  afterAll(async () => {
    await worker?.stop(5000);
    await gateway?.close();
    await model?.close();
  });

  const opened = () => {
    if (model === null || gateway === null) throw new Error('model and gateway are opened before each suite');
    return { model, gateway };
  };

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const reply = await opened().gateway.call('POST', path, { body });
    expect([200, 202]).toContain(reply.status);
    return reply.json as Record<string, unknown>;
  }

  const get = async (path: string) => (await opened().gateway.call('GET', path)).json;

  async function jobsDone(): Promise<number> {
    const { values } = await opened().gateway.runtime.metrics.jobs.get();
    return values.find(({ labels }) => labels.kind === 'reflect' && labels.status === 'done')?.value ?? 0;
  }

  /** Waits for one more reflect job than `before`. */
  async function learned(before: number): Promise<void> {
    const { runtime } = opened().gateway;
    await eventually('the job is done', async () => {
      await pass(runtime, DEBOUNCE_MS);
      return (await jobsDone()) > before;
    });
  }

  it('makes one job of failures that come together, and of it a rule that the next recall serves', async () => {
    teachRule(opened().model);
    const before = await jobsDone();
    expect((await post('/v1/recall', { query: TASK }))['instructions']).toBe('');
    const ids: unknown[] = [];
    for (let run = 0; run < 3; run += 1) {
      const { episode_id, reflection_scheduled } = await post('/v1/episodes', {
        task: TASK,
        outcome: 'failure',
      });
      expect(reflection_scheduled).toBe(true);
      ids.push(episode_id);
    }
    expect(opened().model.calls).toEqual([]);
    await learned(before);
    expect(await jobsDone()).toBe(before + 1);
    expect(callsFor(opened().model, 'reflect')).toHaveLength(3);
    const { instructions, skills } = await post('/v1/recall', { query: TASK });
    expect(instructions).toContain(RULE);
    expect(skills).toMatchObject([{ name: 'deploy-billing' }]);
    const [changeset] = (await get('/v1/changesets?status=applied')) as Record<string, unknown>[];
    expect(changeset).toMatchObject({
      ...{
        source: 'reflection',
        risk: 'low',
        reviewer: 'system:policy',
        eval_score: 0.9,
        baseline_score: 0.4,
      },
      episode_ids: expect.arrayContaining(ids),
    });
  });

  it('leaves what is risky to a reviewer, and serves it once it is approved', async () => {
    const [skill] = (await get('/v1/skills')) as { id: string; bullets: { id: string }[] }[];
    const content = `${RULE}, and back up the tables`;
    const bullet = skill?.bullets[0]?.id ?? '';
    teach(opened().model, content, [
      {
        op: 'update',
        skill: 'deploy-billing',
        bullet,
        content,
        section: null,
        issue: null,
        keywords: null,
        reason: '',
      },
    ]);
    const before = await jobsDone();
    await post('/v1/episodes', { task: TASK, outcome: 'failure' });
    await learned(before);
    const [pending] = (await get('/v1/changesets')) as { id: string; risk: string }[];
    expect(pending?.risk).toBe('medium');
    expect((await post('/v1/recall', { query: TASK }))['instructions']).not.toContain('back up the tables');
    const review = await post(`/v1/changesets/${pending?.id}/review`, { approve: true });
    expect(review['status']).toBe('applied');
    expect((await post('/v1/recall', { query: TASK }))['instructions']).toContain('back up the tables');
  });

  it('learns what people say afterwards, and what is replayed', async () => {
    opened().model.reset();
    opened().model.answer('reflect', reflection({ lessons: [makeLesson(RULE)] }));
    const { episode_id } = await post('/v1/episodes', { task: TASK, outcome: 'success' });
    let before = await jobsDone();
    const feedback = { episode_id, score: 0.2, correction: 'the wrong region' };
    expect(await post('/v1/feedback', feedback)).toMatchObject({ reward: 0.2, reflection_scheduled: true });
    await learned(before);
    expect(callsFor(opened().model, 'reflect').at(-1)?.user).toContain('the wrong region');
    before = await jobsDone();
    const asked = callsFor(opened().model, 'reflect').length;
    expect(await post('/v1/agents/default/replay', { limit: 2 })).toEqual({ status: 'queued', episodes: 2 });
    await learned(before);
    expect(callsFor(opened().model, 'reflect').length).toBe(asked + 2);
    before = await jobsDone();
    expect(await post('/v1/agents/default/reflect', {})).toEqual({ status: 'queued', kind: 'reflect' });
    await learned(before);
  });

  it('loses nothing while the model is down', async () => {
    const { runtime } = opened().gateway;
    teach(opened().model, 'Ask for the region first', [newSkill('Ask for the region first', 'ask-region')]);
    opened().model.fail('*', { status: 503 });
    const failures = () => runtime.lines.filter(({ event }) => event === 'job.failed').length;
    const before = await jobsDone();
    const { episode_id } = await post('/v1/episodes', { task: TASK, outcome: 'failure' });
    await eventually('the job has failed', async () => {
      await pass(runtime, DEBOUNCE_MS);
      return failures() > 0;
    });
    expect(await get(`/v1/episodes/${episode_id}`)).toMatchObject({ reflected: false });
    opened().model.reset();
    teach(opened().model, 'Ask for the region first', [newSkill('Ask for the region first', 'ask-region')]);
    await post('/v1/episodes', { task: TASK, outcome: 'failure' });
    await eventually('the job is done', async () => {
      await pass(runtime, 180_000);
      return (await jobsDone()) > before;
    });
    expect(await get(`/v1/episodes/${episode_id}`)).toMatchObject({ reflected: true });
    expect(await get('/v1/skills/ask-region')).toMatchObject({ name: 'ask-region' });
  });
});
