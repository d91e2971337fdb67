/** The lift over time, of one agent and of all, and what rules earned in their present wording. */
import { expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { DAY_MS, weekOf } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { recordBatch } from '../../runs/episodes/index.ts';
import { insertRecalls, insertSkill } from '../../testing/canary/credited-runs.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { compareAgents, readLift, readWordings } from './index.ts';

async function prepare(rt: TestRuntime, { tenant }: Principal) {
  await insertSkill(rt.db.read, tenant, { id: 'sk_1', agentId: '*', bullets: ['bl_1'] });
}

/** Records runs of an agent, each with a recall of its own; of either group so many succeed and so many fail. */
async function runs(
  rt: TestRuntime,
  who: Principal,
  agentId: string,
  { treated, holdout }: Record<'treated' | 'holdout', [good: number, bad: number]>,
) {
  const skills = [{ id: 'sk_1', bullets: ['bl_1'] }];
  const of = async (group: string, [good, bad]: [number, number]) => {
    const recall = { id: rt.newId('recall'), agentId, skills, holdout: group === 'holdout' };
    const ids = await insertRecalls(rt.db.read, who.tenant, good + bad, { ...recall, createdAt: rt.clock() });
    return ids.map((recall_id, run) => {
      const outcome = run < good ? 'success' : 'failure';
      return episodeInSchema.parse({ scope: { agent_id: agentId }, recall_id, outcome, task: 'One of many' });
    });
  };
  await recordBatch(rt, who, [...(await of('treated', treated)), ...(await of('holdout', holdout))]);
}

describeOnBoth('the lift over time', (runtime) => {
  it('is told week by week, with since when it is clear and the runs that count', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await prepare(rt, who);
    const first = weekOf(rt.clock());
    await runs(rt, who, 'a', { treated: [3, 3], holdout: [3, 3] });
    rt.advance(7 * DAY_MS);
    const second = weekOf(rt.clock());
    await runs(rt, who, 'a', { treated: [20, 0], holdout: [0, 10] });
    rt.advance(14 * DAY_MS);
    const { weeks, since, span, lift, runs: named } = await readLift(rt, who, 'a');
    expect(weeks.map(({ week, treated, holdout }) => [week, treated, holdout])).toEqual([
      [first, { weight: 6, reward: 3 }, { weight: 6, reward: 3 }],
      [second, { weight: 20, reward: 20 }, { weight: 10, reward: 0 }],
    ]);
    expect(weeks[0]?.lift?.mean).toBe(0);
    expect(weeks[1]?.lift?.low).toBeGreaterThan(0.5);
    expect(since).toEqual({ week: second, orEarlier: false });
    expect([span.length, span.at(-1), span.includes(first)]).toEqual([26, weekOf(rt.clock()), true]);
    expect(lift).toMatchObject({ treatedN: 26, holdoutN: 16, significant: true });
    const five = (reward: number) => Array.from({ length: 5 }, () => [reward, 'One of many']);
    expect(named.treated.map(({ reward, task }) => [reward, task])).toEqual(five(1));
    expect(named.holdout.map(({ reward, task }) => [reward, task])).toEqual(five(0));
    rt.advance(-21 * DAY_MS);
  });

  it('is that of all agents together where none is named, and of each in a list, the busiest first', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await prepare(rt, who);
    await runs(rt, who, 'a', { treated: [6, 0], holdout: [0, 5] });
    await runs(rt, who, 'b', { treated: [10, 4], holdout: [5, 5] });
    const all = await readLift(rt, who, null);
    expect(all.lift).toMatchObject({ treatedN: 20, holdoutN: 15 });
    expect(all.weeks.map(({ treated, holdout }) => [treated.reward, holdout.reward])).toEqual([[16, 5]]);
    expect(all.runs.holdout).toHaveLength(5);
    const { agents, leftOut } = await compareAgents(rt, who);
    expect(agents.map(({ agentId, episodes, lift }) => [agentId, episodes, lift.treatedN])).toEqual([
      ['b', 24, 14],
      ['a', 11, 6],
    ]);
    expect(leftOut).toBe(0);
    expect((await readLift(rt, freshPrincipal(), null)).lift).toMatchObject({ treatedN: 0, enough: false });
    expect(await compareAgents(rt, freshPrincipal())).toEqual({ agents: [], leftOut: 0 });
  });

  it('tells what a reworded rule earned since, apart from what its earlier wording earned', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const { tenant } = who;
    const client = clientOf(rt.db.read);
    const id = `sk_${tenant}`;
    const [reworded, same] = [`bl_a_${tenant}`, `bl_b_${tenant}`];
    await insertSkill(rt.db.read, tenant, { id, version: 2, bullets: [reworded, same] });
    const version = (number: number, content: string) => ({
      ...{
        tenant,
        skillId: id,
        version: number,
        source: 'reflection',
        createdBy: 'dev',
        createdAt: rt.clock(),
      },
      ...{ description: '', tags: '[]' },
      bullets: JSON.stringify([
        { id: reworded, content },
        { id: same, content: same },
      ]),
    });
    await client.skillVersion.createMany({ data: [version(1, 'Another wording'), version(2, reworded)] });
    const judged = async (number: number, verdict: string, outcome: string) => {
      const { episodes } = await recordBatch(rt, who, [episodeInSchema.parse({ outcome })]);
      const episodeId = episodes[0]?.episode_id ?? '';
      const verdicts = JSON.stringify([reworded, same].map((bullet) => ({ bullet, verdict })));
      await client.episode.updateMany({ where: { tenant, id: episodeId }, data: { verdicts } });
      await client.episodeCredit.createMany({ data: [{ tenant, episodeId, skillId: id, version: number }] });
    };
    await judged(1, 'harmful', 'failure');
    await judged(1, 'harmful', 'failure');
    await judged(2, 'helpful', 'success');
    await judged(2, 'harmful', 'success');
    expect(await readWordings(rt, who, [reworded, same])).toEqual([
      { id: reworded, version: 2, since: rt.clock().toISOString(), helpful: 1, harmful: 0 },
    ]);
    expect(await readWordings(rt, freshPrincipal(), [reworded])).toEqual([]);
  });
});
