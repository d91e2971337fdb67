/** What a credential is told of itself and of its tenant. */
import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { authorSkill } from '../../skills/index.ts';
import { SECRET_RULE, skillIn } from '../../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { readStatus } from './index.ts';

describeOnOne('the status of a tenant', (runtime) => {
  it('says what waits and what was learned last, to reviewers alone', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { changeset_id: id } = await authorSkill(rt, who, skillIn({ rules: [SECRET_RULE] }));
    await authorSkill(rt, freshPrincipal(), skillIn({ rules: [SECRET_RULE] }));
    const { changeset, usageDay } = clientOf(rt.db.read);
    await changeset.updateMany({ where: { tenant: who.tenant }, data: { source: 'curation' } });
    const used = { purpose: 'reflect', calls: 1, inputTokens: 1, outputTokens: 1 };
    await usageDay.create({ data: { tenant: who.tenant, day: '2026-01-02', ...used } });
    expect(await readStatus(rt, who)).toEqual({
      tenant: who.tenant,
      actor: who.actor,
      scopes: ['learn', 'review', 'admin'],
      learningModel: null,
      pendingChangesets: 1,
      pendingMemories: 0,
      runningCanaries: 0,
      lastLearningDay: '2026-01-02',
      lastLearned: { id, agentId: 'default', status: 'pending', createdAt: rt.clock().toISOString() },
    });
    expect(await readStatus(rt, { ...who, scopes: new Set(['learn'] as const) })).toMatchObject({
      scopes: ['learn'],
      pendingChangesets: null,
      runningCanaries: null,
      lastLearningDay: '2026-01-02',
      lastLearned: null,
    });
  });
});
