import { expect, it } from 'vitest';
import { listAudit } from '../../audit/index.ts';
import type { Principal } from '../../domain/principal.ts';
import { type FeedbackIn, feedbackInSchema } from '../../domain/runs/episodes/episode.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { RecallRequest } from '../../domain/runs/recall/recall.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { createRuntime, idFactory } from '../../platform/runtime.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { getEpisode, recordEpisode } from '../episodes/index.ts';
import { recall } from '../recall/index.ts';
import { giveFeedback } from './index.ts';

type Recorded = Parameters<typeof episodeInSchema.parse>[0];

describeOnBoth('feedback', (runtime) => {
  const record = async (who: Principal, sent: Recorded) =>
    (await recordEpisode(runtime(), who, episodeInSchema.parse(sent))).episode_id;
  const recallFor = async (who: Principal) =>
    (await recall(runtime(), who, RecallRequest.parse({ query: 'x' }))).recall_id;
  const give = async (who: Principal, sent: Partial<FeedbackIn>) =>
    await giveFeedback(runtime(), who, feedbackInSchema.parse(sent));

  it('becomes the reward of a run, above its reported outcome', async () => {
    const who = freshPrincipal();
    const episode_id = await record(who, { outcome: 'success' });
    expect(await give(who, { episode_id, score: 0.3 })).toEqual({
      episode_id,
      reward: 0.3,
      reflection_scheduled: true,
    });
    expect(await getEpisode(runtime(), who, episode_id)).toMatchObject({
      outcome: 'success',
      reward: 0.3,
      rewardStrength: 1,
      rewardSource: 'feedback',
    });
  });

  it('counts by the one that was given last, also where that gateway’s clock is an hour behind', async () => {
    const who = freshPrincipal();
    const episode_id = await record(who, {});
    const rate = (shiftMs: number, score: number) => {
      const clock = () => new Date(runtime().clock().getTime() + shiftMs);
      const gateway = createRuntime({ ...runtime(), clock, newId: idFactory(clock, Math.random) });
      return giveFeedback(gateway, who, feedbackInSchema.parse({ episode_id, score }));
    };
    for (const [shiftMs, score] of [
      [3_600_000, 0],
      [0, 1],
      [-3_600_000, 0.25],
    ] as const)
      expect(await rate(shiftMs, score)).toMatchObject({ reward: score });
    expect((await getEpisode(runtime(), who, episode_id)).reward).toBe(0.25);
    const inOrder = { where: { tenant: who.tenant }, orderBy: { createdAt: 'asc' } } as const;
    const kept = await clientOf(runtime().db.read).feedback.findMany(inOrder);
    expect(kept.map(({ score }) => score)).toEqual([0, 1, 0.25]);
  });

  it('on an unknown episode, or another tenant’s, is not found and leaves no trace', async () => {
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const episode_id = await record(theirs, {});
    for (const unknown of [episode_id, 'ep_none']) {
      await expect(give(ours, { episode_id: unknown, score: 1 })).rejects.toMatchObject({
        kind: 'not_found',
        detail: 'episode not found',
      });
    }
    expect(await listAudit(runtime(), ours, 10)).toEqual([]);
    expect((await getEpisode(runtime(), theirs, episode_id)).reward).toBeNull();
  });

  it('finds its run by the recall that served it', async () => {
    const who = freshPrincipal();
    const recall_id = await recallFor(who);
    const episode_id = await record(who, { recall_id });
    await record(who, { recall_id: await recallFor(who) });
    expect(await give(who, { recall_id, score: 0.25 })).toEqual({
      episode_id,
      reward: 0.25,
      reflection_scheduled: true,
    });
    expect((await getEpisode(runtime(), who, episode_id)).reward).toBe(0.25);
    expect(await give(who, { recall_id, episode_id, score: 0.5 })).toMatchObject({ reward: 0.5 });
  });

  it('goes to the run that a recall credits, of several with it', async () => {
    const who = freshPrincipal();
    const recall_id = await recallFor(who);
    const episode_id = await record(who, { recall_id });
    runtime().advance(1);
    await record(who, { recall_id });
    expect(await give(who, { recall_id, score: 1 })).toMatchObject({ episode_id });
  });

  it('by recall is a conflict while no run was recorded with it, and not found for another tenant’s', async () => {
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const recall_id = await recallFor(theirs);
    await expect(give(theirs, { recall_id, score: 1 })).rejects.toMatchObject({
      kind: 'conflict',
      detail: 'no run was recorded with this recall yet: record it first',
    });
    await record(theirs, { recall_id });
    await record(ours, { recall_id });
    for (const unknown of [recall_id, 'rc_none']) {
      await expect(give(ours, { recall_id: unknown, score: 1 })).rejects.toMatchObject({
        kind: 'not_found',
        detail: 'recall not found',
      });
    }
    expect((await give(theirs, { recall_id, score: 1 })).reward).toBe(1);
  });

  it('that names a run and the recall of another is not found', async () => {
    const who = freshPrincipal();
    const [recall_id, episode_id] = [await recallFor(who), await record(who, {})];
    await record(who, { recall_id });
    await expect(give(who, { recall_id, episode_id, score: 1 })).rejects.toMatchObject({
      kind: 'not_found',
      detail: 'episode not found',
    });
    expect(feedbackInSchema.safeParse({ score: 1 }).error?.issues).toMatchObject([{ path: ['episode_id'] }]);
  });

  it('is audited without its words, which are stored redacted', async () => {
    const who = freshPrincipal();
    const episode_id = await record(who, {});
    const words = 'ask jane.doe@example.com';
    const sent = { episode_id, score: 0.9, comment: words, correction: words, source: 'reviewer' };
    expect((await give(who, sent)).reflection_scheduled).toBe(true);
    expect(await listAudit(runtime(), who, 10)).toMatchObject([
      {
        actor: who.actor,
        action: 'feedback',
        resource: `episode:${episode_id}`,
        details: { score: 0.9, source: 'reviewer' },
      },
    ]);
    const [stored] = await clientOf(runtime().db.read).feedback.findMany({ where: { tenant: who.tenant } });
    expect(stored).toMatchObject({
      comment: 'ask [EMAIL]',
      correction: 'ask [EMAIL]',
      source: 'reviewer',
      actor: who.actor,
    });
  });

  it('that triggers reflection makes the next reflection look at the run again; praise alone does not', async () => {
    const who = freshPrincipal();
    const episode_id = await record(who, {});
    const { episode } = clientOf(runtime().db.read);
    const reflect = async () =>
      await episode.updateMany({
        where: { tenant: who.tenant },
        data: { reflected: true, reflectAttempts: 3 },
      });
    await reflect();
    expect((await give(who, { episode_id, score: 1 })).reflection_scheduled).toBe(false);
    expect(await episode.findFirst({ where: { id: episode_id } })).toMatchObject({ reflected: true });
    await give(who, { episode_id, score: 1, comment: 'but slow' });
    expect(await episode.findFirst({ where: { id: episode_id } })).toMatchObject({
      reflected: false,
      reflectAttempts: 0,
    });
  });
});
