import { expect, it } from 'vitest';
import {
  describeWithEmbeddingsOnOne,
  describeWithModelOnOne,
  STAND_IN_KEY,
} from '../../../lab/model/model-runtime.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { learningFaults } from '../../platform/faults/store.ts';
import { OverBudget } from '../../platform/llm/model-errors.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { listUsage } from '../usage/index.ts';
import { readLearningFaults, readModel, testModel } from './index.ts';

const LESSON = {
  ...{ skill: null, section: 'steps', content: 'Capture a payment before you refund it', issue: 'It failed' },
  ...{ keywords: [], applies_when: null, episodes: ['ep_test'] },
};
const TAUGHT = { summary: 'It failed.', tags: [], lessons: [LESSON], memories: [] };

describeWithModelOnOne('a test of the model', (runtime, model) => {
  it('passes where the model finds something to learn, and is metered', async () => {
    const who = freshPrincipal();
    model().answer('reflect', TAUGHT);
    const tested = await testModel(runtime(), who);
    expect(tested.learns).toBe(true);
    expect(tested.checks).toMatchObject([
      { name: 'reflect', ok: true, detail: `It learned: ${LESSON.content}`, means: null },
      { name: 'judge_skill', ok: true, means: null },
    ]);
    expect(tested.tokensPerSecond).toBeGreaterThan(0);
    expect(tested.dialect).toMatchObject({ form: 'json_schema', system: true });
    const usage = await listUsage(runtime(), who);
    expect(usage.map(({ purpose, calls }) => `${purpose} ${calls}`).sort()).toEqual([
      'judge_skill 1',
      'reflect 1',
    ]);
  });

  it('fails where the model answers that a failed run teaches nothing', async () => {
    expect(await testModel(runtime(), freshPrincipal())).toMatchObject({
      learns: false,
      checks: [
        { ok: false, means: 'The model answered, but found nothing to learn in a run that plainly failed.' },
        { name: 'judge_skill', ok: true },
      ],
    });
  });

  it('says what a wrong key means and what to set, without the key, and clears the error once the model answers', async () => {
    const who = freshPrincipal();
    await recordEpisode(runtime(), who, episodeInSchema.parse({ task: 'Refund', outcome: 'failure' }));
    model().fail('reflect', { status: 401, message: `Incorrect API key provided: ${STAND_IN_KEY}` });
    const { checks, learns, tokensPerSecond } = await testModel(runtime(), who);
    expect([learns, tokensPerSecond]).toEqual([false, null]);
    expect(checks).toMatchObject([
      { name: 'reflect', ok: false, means: 'The endpoint does not accept the API key.' },
    ]);
    expect(checks[0]?.detail).toMatch(
      /^the endpoint refuses the API key \(401\): Incorrect API key provided/,
    );
    expect(JSON.stringify(checks)).not.toContain(STAND_IN_KEY);
    const { standstill, others } = await readLearningFaults(runtime(), who);
    expect(standstill).toMatchObject({ cause: 'key', times: 1, waitingRuns: 1 });
    expect(others).toEqual([]);
    expect((await readModel(runtime(), who)).fault).toMatchObject({ cause: 'key' });
    model().reset();
    await testModel(runtime(), who);
    expect(await readLearningFaults(runtime(), who)).toEqual({ standstill: null, others: [] });
    expect(await readModel(runtime(), who)).toMatchObject({ model: 'stand-in', fault: null, waitingRuns: 1 });
  });

  it('is stopped by a budget that is used up, until the day ends', async () => {
    const [today, yesterday] = [freshPrincipal(), freshPrincipal()];
    const now = runtime().clock();
    const add = ({ tenant }: typeof today, at: Date) =>
      learningFaults(runtime().db.read, tenant).add('model', new OverBudget().message, at);
    await add(today, now);
    await add(yesterday, new Date(now.getTime() - 86_400_000));
    expect((await readLearningFaults(runtime(), today)).standstill).toMatchObject({ cause: 'budget' });
    expect((await readLearningFaults(runtime(), yesterday)).standstill).toBeNull();
  });

  it('is not the only fault: what jobs fail with for other reasons is told beside it', async () => {
    const who = freshPrincipal();
    const faults = learningFaults(runtime().db.read, who.tenant);
    const words =
      'ModelUnavailable: learning model unavailable: the endpoint cannot be reached (ECONNREFUSED)';
    await faults.add('model', words, runtime().clock());
    await faults.add('reflect', words, runtime().clock());
    await faults.add('embed', 'Error: disk full', runtime().clock());
    expect(await readLearningFaults(runtime(), who)).toMatchObject({
      standstill: { cause: 'unreachable' },
      others: [{ kind: 'embed' }],
    });
  });
});

describeWithEmbeddingsOnOne('a test with an embeddings endpoint', (runtime, model) => {
  it('takes a vector, and says what a refused key means', async () => {
    const passed = await testModel(runtime(), freshPrincipal());
    expect(passed.checks.at(-1)).toMatchObject({ name: 'embeddings', ok: true });
    model().failEmbeddings({ status: 401 });
    const failed = await testModel(runtime(), freshPrincipal());
    expect(failed.checks.at(-1)).toMatchObject({ ok: false, set: 'Set SERVICE_EMBEDDINGS_API_KEY.' });
  });
});

describeOnOne('without a model', (runtime) => {
  it('the test says how to configure one', async () => {
    const who = freshPrincipal();
    expect(await readModel(runtime(), who)).toMatchObject({ model: null, dialect: null, embeddings: null });
    expect(await testModel(runtime(), who)).toMatchObject({
      learns: false,
      checks: [{ ok: false, set: expect.stringContaining('SERVICE_LLM_PROVIDER') }],
      dialect: null,
    });
  });
});
