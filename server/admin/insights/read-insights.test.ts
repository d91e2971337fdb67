import { expect, it } from 'vitest';
import { insightsSchema } from '../../domain/admin/insights.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { DAY_MS } from '../../domain/time.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { learningFaults } from '../../platform/faults/store.ts';
import { recordBatch } from '../../runs/episodes/index.ts';
import { insertRecalls, insertSkill } from '../../testing/canary/credited-runs.ts';
import { insertSkills } from '../../testing/database/library-rows.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { readInsights, readLibrary } from './index.ts';

const parsed = (sent: Parameters<typeof episodeInSchema.parse>[0]) => episodeInSchema.parse(sent);

const changeset = (tenant: string, id: string, agentId: string, status: string) => ({
  ...{ tenant, id, agentId, status, ops: '[]', rationale: '', source: 'api', humanAuthored: true },
  ...{ proposedBy: 'dev', risk: 'low', safetyFindings: '[]', episodeIds: '[]', baseVersions: '{}' },
  createdAt: new Date('2026-03-01T00:00:00.000Z'),
});

describeOnOne('insights', (runtime) => {
  it('compare treated with holdout runs to which a skill applied, also after these were purged', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1' });
    const { tenant } = who;
    const treated = await insertRecalls(rt.db.read, tenant, 13, { id: 'rc_t', skills: [{ id: 'sk_1' }] });
    const holdout = await insertRecalls(rt.db.read, tenant, 8, { id: 'rc_h', holdout: true });
    const idle = await insertRecalls(rt.db.read, tenant, 9, { id: 'rc_idle', applied: false });
    const runs = (recalls: (string | null)[], outcome: string) =>
      recalls.map((recall_id) => parsed({ recall_id, outcome }));
    await recordBatch(rt, who, [
      ...runs(treated.slice(0, 8), 'success'),
      ...runs(treated.slice(8), 'unknown'),
      ...runs(holdout.slice(0, 7), 'failure'),
      ...runs(holdout.slice(7), 'partial'),
      ...runs([...idle, ...Array.from({ length: 9 }, () => null)], 'failure'),
    ]);
    await clientOf(rt.db.read).episode.deleteMany({ where: { tenant: who.tenant } });
    const { learningLift } = await readInsights(rt, who, 'default');
    expect(learningLift).toMatchObject({ treatedN: 8, holdoutN: 8, significant: true, enough: true });
    expect(learningLift.treatedSuccess).toBeCloseTo(9 / 10, 12);
    expect(learningLift.holdoutSuccess).toBeCloseTo(1.5 / 10, 12);
    expect(learningLift.lift).toBeCloseTo(0.75, 12);
  });

  it('list own and shared skills with their raw success rate and its interval', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_own', agentId: 'a', name: 'own', version: 4 });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_shared', agentId: '*', name: 'shared' });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_other', agentId: 'b', name: 'other' });
    const skills_loaded = ['own'];
    const recalls = await insertRecalls(rt.db.read, who.tenant, 2, {
      id: 'rc',
      agentId: 'a',
      applied: false,
    });
    const used = ['success', 'partial'].map((outcome, run) =>
      parsed({ scope: { agent_id: 'a' }, recall_id: recalls[run], skills_loaded, outcome }),
    );
    await recordBatch(rt, who, used);
    const { skills } = await readInsights(rt, who, 'a');
    expect(skills.map(({ success90ci: _, ...skill }) => skill)).toEqual([
      { name: 'own', version: 4, status: 'active', uses: 2, successRate: 0.75, worth: null },
      { name: 'shared', version: 1, status: 'active', uses: 0, successRate: null, worth: null },
    ]);
    // Beta(1, 1) has the interval's own tails as bounds; evidence for success moves both up.
    expect(skills[1]?.success90ci[0]).toBeCloseTo(0.05, 12);
    expect(skills[1]?.success90ci[1]).toBeCloseTo(0.95, 12);
    expect(skills[0]?.success90ci[0]).toBeGreaterThan(0.05);
  });

  it('count the pending changesets of the agent and name rules that did more harm than good', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const client = clientOf(rt.db.read);
    await client.changeset.createMany({
      data: [
        changeset(who.tenant, 'cs_1', 'a', 'pending'),
        changeset(who.tenant, 'cs_2', 'a', 'applied'),
        changeset(who.tenant, 'cs_3', 'b', 'pending'),
      ],
    });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_1', agentId: 'a', bullets: ['b1', 'b2', 'b3'] });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_2', agentId: '*', bullets: ['b4'] });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_3', agentId: 'b', bullets: ['b5'] });
    const tag = async (id: string, data: { helpful: number; harmful: number; status?: string }) =>
      await client.bullet.updateMany({ where: { tenant: who.tenant, id }, data });
    await tag('b1', { helpful: 2, harmful: 3 });
    await tag('b2', { helpful: 3, harmful: 3 });
    await tag('b3', { helpful: 0, harmful: 9, status: 'removed' });
    await tag('b4', { helpful: 0, harmful: 2 });
    await tag('b5', { helpful: 0, harmful: 2 });
    const { pendingChangesets, problemRules } = await readInsights(rt, who, 'a');
    expect(pendingChangesets).toBe(1);
    expect(problemRules).toEqual([
      { id: 'b4', content: 'b4', helpful: 0, harmful: 2 },
      { id: 'b1', content: 'b1', helpful: 2, harmful: 3 },
    ]);
  });

  it('say how many skills and rules they leave out', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { tenant } = who;
    await insertSkills(rt, tenant, { skills: 1003, rules: 1 });
    const client = clientOf(rt.db.read);
    await client.bullet.updateMany({ where: { tenant }, data: { harmful: 9 } });
    const { skills, problemRules, leftOut } = await readInsights(rt, who, 'default');
    expect([skills.length, problemRules.length]).toEqual([1000, 1000]);
    expect(leftOut).toEqual({ skills: 3, experiments: 0, problemRules: 3 });
    const library = await readLibrary(rt, who, 'default');
    expect([library.skills.length, library.leftOut]).toEqual([1000, 3]);
  });

  it('name what learning fails with in the tenant, the latest first, and nothing of another one', async () => {
    const rt = runtime();
    const [who, other] = [freshPrincipal(), freshPrincipal()];
    const [first, last] = [rt.clock(), new Date(rt.clock().getTime() + 1000)];
    const add = (tenant: string, kind: string, at: Date) =>
      rt.db.write((tx) => learningFaults(tx, tenant).add(kind, `Error: ${kind}`, at));
    await add(who.tenant, 'reflect', first);
    await add(who.tenant, 'model', last);
    await add(who.tenant, 'model', last);
    await add(other.tenant, 'curate', last);
    const { learning_faults } = snakeCased(insightsSchema).parse(await readInsights(rt, who, 'any'));
    const [firstAt, lastAt] = [first.toISOString(), last.toISOString()];
    expect(learning_faults).toEqual([
      { kind: 'model', message: 'Error: model', times: 2, first_at: lastAt, last_at: lastAt },
      { kind: 'reflect', message: 'Error: reflect', times: 1, first_at: firstAt, last_at: firstAt },
    ]);
    expect((await readInsights(rt, freshPrincipal(), 'any')).learningFaults).toEqual([]);
  });

  it('sum what learning cost the tenant in the last 30 UTC days', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const day = (days: number) => new Date(rt.clock().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    const row = (days: number, purpose: string) => ({
      ...{ tenant: who.tenant, day: day(days), purpose },
      ...{ calls: 1, inputTokens: 100, outputTokens: 10 },
    });
    await clientOf(rt.db.read).usageDay.createMany({
      data: [row(0, 'reflect'), row(29, 'reflect'), row(29, 'ask'), row(30, 'ask')],
    });
    expect((await readInsights(rt, who, 'any')).tenantLearningCost30d).toEqual({
      calls: 3,
      inputTokens: 300,
      outputTokens: 30,
      byPurpose: { reflect: 220, ask: 110 },
    });
  });
});
