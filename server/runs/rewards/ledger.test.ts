import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { DAY_MS, weekOf } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import {
  insertRecall,
  insertRecalls,
  insertSkill,
  keptSums,
  keptWeeks,
  recountedSums,
  recountedWeeks,
} from '../../testing/canary/credited-runs.ts';
import { cases } from '../../testing/property.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { recordBatch, recordEpisode } from '../episodes/index.ts';
import { giveFeedback } from '../feedback/index.ts';

/** Quarters are exact in binary, so that sums may be compared for equality. */
const score = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4);

const episode = fc.record({
  scope: fc.record({ agent_id: fc.constantFrom('a', 'b') }),
  recall_id: fc.constantFrom(
    ...[null, 'rc_unknown', 'rc_idle'],
    ...['rc_treated_0', 'rc_treated_1', 'rc_treated_b', 'rc_holdout_0', 'rc_holdout_1'],
  ),
  skills_loaded: fc.subarray(['sk_1', 'named', 'sk_gone']),
  outcome: fc.constantFrom(...OUTCOMES),
  verification: fc.option(fc.record({ passed: fc.boolean() })),
  idempotency_key: fc.option(fc.constantFrom('k1', 'k2')),
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('record' as const), episode }),
  fc.record({ kind: fc.constant('batch' as const), episodes: fc.array(episode, { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('feedback' as const), which: fc.nat(), score }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function prepare(runtime: TestRuntime, tenant: string, agentId = 'a', createdAt = runtime.clock()) {
  const { read } = runtime.db;
  const own = { agentId, createdAt };
  await insertSkill(read, tenant, { id: 'sk_1', agentId: 'a', bullets: ['bl_1', 'bl_2'] });
  await insertSkill(read, tenant, { id: 'sk_2', agentId: '*', name: 'named', bullets: ['bl_3'] });
  const skills = [
    { id: 'sk_1', bullets: ['bl_1'] },
    { id: 'sk_2', bullets: ['bl_3'] },
  ];
  await insertRecalls(read, tenant, 16, { ...own, id: 'rc_treated', skills });
  await insertRecall(read, tenant, { ...own, agentId: 'b', id: 'rc_treated_b', skills });
  await insertRecalls(read, tenant, 2, {
    ...{ ...own, id: 'rc_holdout', holdout: true },
    skills: [{ id: 'sk_1', served: false, bullets: ['bl_1'] }],
  });
  await insertRecall(read, tenant, { ...own, id: 'rc_idle', applied: false });
}

describeOnBoth('the ledger of credit', (runtime) => {
  it('equals a recount of the stored episodes after any sequence of recordings and feedback', async () => {
    const rt = runtime();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const who = freshPrincipal();
        await prepare(rt, who.tenant);
        const recorded: string[] = [];
        const take = async (one: Step): Promise<void> => {
          rt.advance(1);
          if (one.kind === 'record') {
            const reply = await recordEpisode(rt, who, episodeInSchema.parse(one.episode));
            recorded.push(reply.episode_id);
          } else if (one.kind === 'batch') {
            const reply = await recordBatch(
              rt,
              who,
              one.episodes.map((sent) => episodeInSchema.parse(sent)),
            );
            recorded.push(...reply.episodes.map(({ episode_id }) => episode_id));
          } else {
            const episodeId = recorded[one.which % Math.max(1, recorded.length)];
            if (episodeId === undefined) return;
            await giveFeedback(rt, who, { episode_id: episodeId, score: one.score, source: 'user' });
          }
        };
        for (const one of steps) await take(one);
        expect(await keptSums(rt.db.read, who.tenant)).toEqual(await recountedSums(rt.db.read, who.tenant));
        expect(await keptWeeks(rt.db.read, who.tenant)).toEqual(await recountedWeeks(rt.db.read, who.tenant));
      }),
      { numRuns: cases(25) },
    );
  });

  it('has exact counts after 16 episodes at once that were served the same skills', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await prepare(rt, who.tenant, 'default');
    const sent = (run: number) =>
      episodeInSchema.parse({ recall_id: `rc_treated_${run}`, outcome: 'success' });
    await Promise.all(Array.from({ length: 16 }, (_, run) => recordEpisode(rt, who, sent(run))));
    expect(await keptSums(rt.db.read, who.tenant)).toEqual({
      'sk_1 uses': 16,
      'sk_1 evidence': 16,
      'sk_1 reward': 16,
      'sk_2 uses': 16,
      'sk_2 evidence': 16,
      'sk_2 reward': 16,
      'bl_1 used': 16,
      'bl_3 used': 16,
      'default episodes': 16,
      'default treated evidence': 16,
      'default treated reward': 16,
      'default treated sessions': 16,
      'default treated means': 16,
      'default treated squares': 16,
      [`default treated evidence of ${weekOf(rt.clock())}`]: 16,
      [`default treated reward of ${weekOf(rt.clock())}`]: 16,
    });
  });

  it('is exact when batches and feedback with the same skills and keys run at once', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const skills = ['sk_1', 'sk_2', 'sk_3', 'sk_4'];
    for (const id of skills) await insertSkill(rt.db.read, who.tenant, { id, bullets: [`bl_${id}`] });
    const orders = [skills, skills.toReversed(), ['sk_3', 'sk_1'], ['sk_2', 'sk_4', 'sk_1']];
    // Two runs at once name each of twelve recalls.
    const recalled = (index: number) => ({ id: `rc_${index % 12}`, agentId: `agent-${index % 3}` });
    for (let index = 0; index < 12; index += 1) {
      await insertRecall(rt.db.read, who.tenant, {
        ...{ ...recalled(index), createdAt: rt.clock() },
        skills: (orders[index % orders.length] ?? []).map((id) => ({ id, bullets: [`bl_${id}`] })),
      });
    }
    const sent = (index: number) => ({
      scope: { agent_id: recalled(index).agentId },
      recall_id: recalled(index).id,
      idempotency_key: `k${index}`,
    });
    const batch = (from: number) =>
      Array.from({ length: 8 }, (_, index) => episodeInSchema.parse(sent((from + index * 3) % 24)));
    const first = await recordBatch(rt, who, batch(0));
    await Promise.all([
      ...Array.from({ length: 12 }, (_, from) => recordBatch(rt, who, batch(from))),
      ...first.episodes.map(({ episode_id }) =>
        giveFeedback(rt, who, { episode_id, score: 0.25, source: 'user' }),
      ),
    ]);
    expect(await keptSums(rt.db.read, who.tenant)).toEqual(await recountedSums(rt.db.read, who.tenant));
    expect(await keptWeeks(rt.db.read, who.tenant)).toEqual(await recountedWeeks(rt.db.read, who.tenant));
  });

  it('equals the final reward when 32 feedbacks arrive at once', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await prepare(rt, who.tenant, 'default');
    const { episode_id } = await recordEpisode(
      rt,
      who,
      episodeInSchema.parse({ recall_id: 'rc_treated_0', outcome: 'failure' }),
    );
    await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        giveFeedback(rt, who, { episode_id, score: index / 32, source: 'user' }),
      ),
    );
    const sums = await keptSums(rt.db.read, who.tenant);
    expect(sums).toEqual(await recountedSums(rt.db.read, who.tenant));
    const stored = await clientOf(rt.db.read).episode.findFirst({ where: { id: episode_id } });
    expect(stored).toMatchObject({ rewardSource: 'feedback', rewardStrength: 1 });
    expect(sums['sk_1 reward'] ?? 0).toBe(stored?.reward);
    expect(sums['sk_1 evidence']).toBe(1);
  });

  it('corrects the week in which a run was recorded, also where the better signal comes weeks later', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await prepare(rt, who.tenant, 'default');
    const week = weekOf(rt.clock());
    const sent = (recall_id: string) => episodeInSchema.parse({ recall_id, outcome: 'failure' });
    const { episode_id } = await recordEpisode(rt, who, sent('rc_treated_0'));
    rt.advance(15 * DAY_MS);
    await giveFeedback(rt, who, { episode_id, score: 1, source: 'user' });
    await insertRecall(rt.db.read, who.tenant, { id: 'rc_later', createdAt: rt.clock() });
    await recordEpisode(rt, who, sent('rc_later'));
    const sums = await keptSums(rt.db.read, who.tenant);
    expect(sums).toEqual(await recountedSums(rt.db.read, who.tenant));
    expect(sums[`default treated reward of ${week}`]).toBe(1);
    expect(sums[`default treated evidence of ${weekOf(rt.clock())}`]).toBe(1);
    rt.advance(-15 * DAY_MS);
  });

  it('keeps its sums when the episodes behind them are purged', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await prepare(rt, who.tenant, 'default');
    const sent = (recall_id: string) => episodeInSchema.parse({ recall_id, outcome: 'success' });
    await recordEpisode(rt, who, sent('rc_treated_0'));
    const before = await keptSums(rt.db.read, who.tenant);
    const where = { tenant: who.tenant };
    await clientOf(rt.db.read).episodeCredit.deleteMany({ where });
    await clientOf(rt.db.read).episode.deleteMany({ where });
    expect(await keptSums(rt.db.read, who.tenant)).toEqual(before);
    await recordEpisode(rt, who, sent('rc_treated_1'));
    expect((await keptSums(rt.db.read, who.tenant))['sk_1 uses']).toBe(2);
  });

  it('remembers when a skill was last used and never goes back', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await prepare(rt, who.tenant, 'default');
    const sent = (run: number) => episodeInSchema.parse({ recall_id: `rc_treated_${run}` });
    const lastUsed = async () =>
      (await clientOf(rt.db.read).skill.findFirst({ where: { tenant: who.tenant, id: 'sk_1' } }))?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await recordEpisode(rt, who, sent(0));
    const first = rt.clock();
    expect(await lastUsed()).toEqual(first);
    rt.advance(-1000);
    await recordEpisode(rt, who, sent(1));
    expect(await lastUsed()).toEqual(first);
    rt.advance(5000);
    await recordEpisode(rt, who, sent(2));
    expect(await lastUsed()).toEqual(rt.clock());
  });
});
