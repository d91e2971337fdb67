import { expect, it } from 'vitest';
import { createKey } from '../../admin/keys/index.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';
import { giveFeedback } from '../../runs/feedback/index.ts';
import { reviewChangeset } from '../../skills/changesets/index.ts';
import { authorSkill } from '../../skills/index.ts';
import { SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { callerFactory } from './fields.ts';
import { dashboardRouter } from './router.ts';

describeOnOne('who decided a changeset, wrote a version or gave feedback', (runtime) => {
  it('is the name of the key, beside its id', async () => {
    const [rt, admin] = [runtime(), freshPrincipal()];
    const { id: keyId } = await createKey(rt, admin, { name: 'Night shift', scopes: ['learn', 'review'] });
    const who = { ...admin, actor: `key:${keyId}` };
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn());
    const held = await authorSkill(rt, admin, skillIn({ name: 'held', rules: [SECRET_RULE] }));
    await reviewChangeset(rt, who, { id: held.changeset_id ?? '', approve: false, comment: 'a secret' });
    const run = episodeInSchema.parse({ task: 'Open the depot', outcome: 'failure' });
    const { episode_id: episodeId } = await recordEpisode(rt, who, run);
    await giveFeedback(rt, who, { episode_id: episodeId, score: 1, source: 'user' });
    const caller = callerFactory(dashboardRouter)({ runtime: rt, principal: admin });
    const { items } = await caller.changesets.queue({ tab: 'decided' });
    expect(items.find(({ id }) => id === held.changeset_id)).toMatchObject({
      ...{ reviewer: who.actor, reviewerName: 'Night shift' },
    });
    expect(await caller.skills.versions({ id: skillId ?? '' })).toMatchObject([
      { createdBy: who.actor, createdByName: 'Night shift' },
    ]);
    expect((await caller.episodes.detail({ id: episodeId })).feedback).toMatchObject([
      { actor: who.actor, actorName: 'Night shift' },
    ]);
  });
});
