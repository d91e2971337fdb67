/** Reflection and replay as people ask for them. */
import { expect, it } from 'vitest';
import { describeWithModelOnOne } from '../../../lab/model/model-runtime.ts';
import { callsFor, recordRun, reflect, reflectionRow, waitingJobs } from '../../testing/jobs/reflect-job.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { replayEpisodes, startReflection } from './index.ts';

describeWithModelOnOne('asking for reflection', (runtime, model) => {
  it('queues one job, however often', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    for (let time = 0; time < 2; time += 1) {
      expect(await startReflection(rt, who, 'default')).toEqual({ status: 'queued', kind: 'reflect' });
    }
    expect(await waitingJobs(rt, who)).toBe(1);
  });

  it('replays the newest episodes of the agent, with all their attempts', async () => {
    const [rt, who, other] = [runtime(), freshPrincipal(), freshPrincipal()];
    const ids: string[] = [];
    model().malformed('reflect', 'no form', 2);
    for (let run = 0; run < 4; run += 1) {
      ids.push(await recordRun(rt, who));
      rt.advance(1000);
      await reflect(rt, who);
    }
    const elsewhere = await recordRun(rt, who, { scope: { agent_id: 'another' } });
    const foreign = await recordRun(rt, other);
    await reflect(rt, other);
    expect((await reflectionRow(rt, who, ids[0] ?? '')).reflectAttempts).toBe(1);
    expect(await replayEpisodes(rt, who, { agentId: 'default', limit: 3 })).toEqual({
      ...{ status: 'queued', episodes: 3 },
    });
    const rows = await Promise.all(ids.map((id) => reflectionRow(rt, who, id)));
    expect(rows.map(({ reflected }) => reflected)).toEqual([true, false, false, false]);
    expect(rows.slice(1).every(({ reflectAttempts }) => reflectAttempts === 0)).toBe(true);
    expect((await reflectionRow(rt, other, foreign)).reflected).toBe(true);
    expect(await waitingJobs(rt, who)).toBe(1);
    const since = model().calls.length;
    await reflect(rt, who);
    expect(callsFor(model(), 'reflect', since)).toHaveLength(3);
    expect((await reflectionRow(rt, who, elsewhere)).reflected).toBe(false);
  });

  it('replays nothing where there is nothing', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    expect(await replayEpisodes(rt, who, { agentId: 'default', limit: 200 })).toEqual({
      ...{ status: 'queued', episodes: 0 },
    });
    expect(await waitingJobs(rt, who)).toBe(0);
  });
});

describeOnOne('without a model, asking for reflection', (runtime) => {
  it('queues nothing and says why', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const id = await recordRun(rt, who);
    const reason = 'no learning model is configured';
    expect(await startReflection(rt, who, 'default')).toEqual({ status: 'skipped', kind: 'reflect', reason });
    expect(await replayEpisodes(rt, who, { agentId: 'default', limit: 5 })).toEqual({
      ...{ status: 'skipped', episodes: 0, reason },
    });
    expect((await reflectionRow(rt, who, id)).reflected).toBe(false);
  });
});
