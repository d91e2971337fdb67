/**
 * What a run is credited to may become known last: the ledger ends as if all of its trace had come at once.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import {
  insertRecall,
  insertSkill,
  keptSums,
  keptWeeks,
  recountedSums,
  recountedWeeks,
} from '../../testing/canary/credited-runs.ts';
import { openJobs } from '../../testing/jobs/jobs.ts';
import { cases } from '../../testing/property.ts';
import { aRun, type SpanOf, toExport } from '../../testing/samples/trace-spans.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { getEpisode } from '../episodes/index.ts';
import { giveFeedback } from '../feedback/index.ts';
import { ingestTraces } from './index.ts';

describeOnOne('credit of traces', (runtime) => {
  const send = async (who: Principal, spans: SpanOf[]) =>
    await ingestTraces(runtime(), who, { request: toExport(spans), agentId: undefined });
  /** A run whose root, and only that, names its agent, its recall and its failure. */
  const failedRun = (trace: string): SpanOf[] => {
    const [root, ...others] = aRun(trace, { 'metadata.recall_id': 'rc_1' });
    return root === undefined ? [] : [{ ...root, failed: 'gave up' }, ...others];
  };
  const served = async ({ tenant }: Principal) => {
    const { read } = runtime().db;
    await insertSkill(read, tenant, { id: 'sk_1', bullets: ['bl_1', 'bl_2'] });
    await insertRecall(read, tenant, {
      id: 'rc_1',
      agentId: 'forecaster',
      skills: [{ id: 'sk_1', bullets: ['bl_1'] }],
    });
  };
  const sums = async ({ tenant }: Principal) => {
    const kept = await keptSums(runtime().db.read, tenant);
    expect(kept).toEqual(await recountedSums(runtime().db.read, tenant));
    const weeks = await keptWeeks(runtime().db.read, tenant);
    expect(weeks).toEqual(await recountedWeeks(runtime().db.read, tenant));
    return kept;
  };
  const jobs = async ({ tenant }: Principal) =>
    (await openJobs(runtime(), tenant))
      .filter(({ kind }) => kind === 'reflect')
      .map(({ agentId }) => agentId);

  it('is the same in any order the spans come', async () => {
    const whole = freshPrincipal();
    await served(whole);
    await send(whole, failedRun('credit'));
    const expected = await sums(whole);
    expect(expected).toMatchObject({ 'sk_1 uses': 1, 'sk_1 evidence': 1, 'bl_1 used': 1 });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(failedRun('credit'), { minLength: 5 }), async (spans) => {
        const who = freshPrincipal();
        await served(who);
        for (const span of spans) await send(who, [span]);
        expect(await sums(who)).toEqual(expected);
      }),
      { numRuns: cases(15) },
    );
  });

  it('is the same where all spans come at once, each in a request of its own', async () => {
    const who = freshPrincipal();
    await served(who);
    await Promise.all(failedRun('at once').map((span) => send(who, [span])));
    expect(await sums(who)).toMatchObject({ 'sk_1 uses': 1, 'sk_1 evidence': 1, 'bl_1 used': 1 });
  });

  it('stays with feedback that came before the last span', async () => {
    const who = freshPrincipal();
    await served(who);
    const [root, ...others] = failedRun('feedback');
    const { episodes } = await send(who, others);
    const id = episodes[0]?.episode_id ?? '';
    await giveFeedback(runtime(), who, { episode_id: id, score: 0.75, source: 'user' });
    await send(who, root === undefined ? [] : [root]);
    expect(await getEpisode(runtime(), who, id)).toMatchObject({
      outcome: 'failure',
      reward: 0.75,
      rewardSource: 'feedback',
      recallId: 'rc_1',
      agentId: 'forecaster',
    });
    expect(await sums(who)).toMatchObject({ 'sk_1 reward': 0.75 });
  });

  it('calls for reflection when the failure becomes known', async () => {
    const who = freshPrincipal();
    const [root, ...others] = failedRun('reflecting');
    await send(who, others);
    expect(await jobs(who)).toEqual([]);
    await send(who, root === undefined ? [] : [root]);
    expect(await jobs(who)).toEqual(['forecaster']);
  });
});
