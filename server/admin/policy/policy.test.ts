/** A tenant's own settings: who may choose what, and that every process goes by them at once. */
import { expect, it } from 'vitest';
import { policyInSchema } from '../../domain/admin/policy/policy.ts';
import type { Principal } from '../../domain/principal.ts';
import { RecallRequest } from '../../domain/runs/recall/recall.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { recall } from '../../runs/recall/index.ts';
import { readDetail } from '../../skills/changesets/index.ts';
import { proposeOps, SKILL_NAME, usedSkill } from '../../testing/canary/canaries.ts';
import { anotherProcess, putSkill } from '../../testing/database/knowledge-rows.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { changePolicy, listPolicyVersions, readPolicy } from './index.ts';

const change = (rt: Runtime, who: Principal, settings: object, version?: number) =>
  changePolicy(rt, who, policyInSchema.parse({ settings, version }));

const auditOf = async (rt: TestRuntime, { tenant }: Principal) => {
  const where = { tenant, action: 'policy.changed' };
  const rows = await clientOf(rt.db.read).auditEntry.findMany({ where, orderBy: { id: 'asc' } });
  return rows.map(({ actor, resource, details }) => ({ actor, resource, details: JSON.parse(details) }));
};

const ask = (rt: Runtime, who: Principal, more: object = {}) =>
  recall(rt, who, RecallRequest.parse({ query: 'Refund an order of a customer', ...more }));

describeOnOne('the policy of a tenant', (runtime) => {
  it('replaces the installation’s settings, is audited with before and after, and goes back', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    expect(await readPolicy(rt, who)).toMatchObject({ version: 0, own: {}, changedBy: null });
    const first = await change(rt, who, { recall_max_skills: 5, auto_approve_low_risk: false });
    expect(first).toMatchObject({
      ...{ version: 1, own: { recallMaxSkills: 5, autoApproveLowRisk: false }, changedBy: who.actor },
      settings: { recallMaxSkills: 5, autoApproveLowRisk: false, recallMinScore: 0.12 },
      installation: { recallMaxSkills: 3, autoApproveLowRisk: true },
    });
    const second = await change(rt, who, { recall_min_score: 0.3, recall_max_skills: null });
    expect(second.settings).toMatchObject({
      recallMinScore: 0.3,
      recallMaxSkills: 3,
      autoApproveLowRisk: true,
    });
    expect(await change(rt, who, { recall_min_score: 0.3 })).toEqual(second);
    const { items } = await listPolicyVersions(rt, who, { cursor: null, limit: 1 });
    expect(items).toMatchObject([{ version: 2, own: { recallMinScore: 0.3 }, changedBy: who.actor }]);
    const { nextCursor } = await listPolicyVersions(rt, who, { cursor: null, limit: 1 });
    const before = await listPolicyVersions(rt, who, { cursor: nextCursor, limit: 5 });
    expect(before).toMatchObject({ items: [{ version: 1, own: first.own }], nextCursor: null });
    const back = await change(rt, who, { recall_max_skills: 5, auto_approve_low_risk: false }, 2);
    expect(back).toMatchObject({ version: 3, own: first.own });
    const own = { auto_approve_low_risk: false, recall_max_skills: 5 };
    expect(await auditOf(rt, who)).toEqual([
      { actor: who.actor, resource: 'policy:1', details: { before: {}, after: own } },
      { actor: who.actor, resource: 'policy:2', details: { before: own, after: { recall_min_score: 0.3 } } },
      { actor: who.actor, resource: 'policy:3', details: { before: { recall_min_score: 0.3 }, after: own } },
    ]);
    expect((await readPolicy(rt, freshPrincipal())).settings).toMatchObject({ recallMaxSkills: 3 });
  });

  it('refuses what the installation does not allow, and a change of a version that was not read', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const refused = [
      { auto_approve_medium_risk: true },
      { canary_enabled: false },
      { untrusted_needs_review: false },
      { canary_min_samples: 41 },
      { canary_threshold: 0.9 },
      { canary_max_samples: 19 },
    ];
    for (const settings of refused) {
      await expect(change(rt, who, settings)).rejects.toMatchObject({ kind: 'invalid' });
    }
    await change(rt, who, { holdout_rate: 0.1 }, 0);
    await expect(change(rt, who, { holdout_rate: 0.2 }, 0)).rejects.toMatchObject({ kind: 'conflict' });
    const all = await Promise.allSettled(
      [0.3, 0.4, 0.5].map((rate) => change(rt, who, { holdout_rate: rate }, 1)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await auditOf(rt, who)).toHaveLength(2);
  });

  it('holds for the next recall of every process, which makes no further statement', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await putSkill(rt, who.tenant, {
      ...{ id: 'sk_refund', name: 'refund', description: 'Refund an order of a customer' },
      rules: { bl_1: 'Look up the captured amount' },
    });
    const other = anotherProcess(rt);
    try {
      await change(rt, who, { holdout_rate: 0 });
      expect(await ask(other, who)).toMatchObject({ holdout: false, skills: [{ id: 'sk_refund' }] });
      const watched = watchStatements(other);
      await ask(watched.runtime, who);
      const usual = watched.count();
      await change(rt, who, { holdout_rate: 0, recall_max_skills: 0 });
      const none = await ask(other, who);
      expect(none).toMatchObject({ skills: [], skill_index: [{ id: 'sk_refund' }] });
      await change(rt, who, { holdout_rate: 1 });
      const out = await ask(other, who);
      expect(out).toMatchObject({ holdout: true, skills: [] });
      const stored = await clientOf(rt.db.read).recall.findFirst({ where: { id: out.recall_id } });
      expect(stored?.holdout).toBe(true);
      const again = watchStatements(other);
      await ask(again.runtime, who);
      expect(again.count()).toBe(usual);
    } finally {
      await other.db.close();
    }
  });

  it('decides what policy approves, and what waits is told so', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await usedSkill(rt, who);
    const add = (content: string) => ({
      ...{
        op: 'add' as const,
        skill: SKILL_NAME,
        section: 'steps' as const,
        content,
        issue: '',
        keywords: [],
      },
    });
    const applied = await proposeOps(rt, who, [add('Check the quota of the cluster')]);
    await change(rt, who, { auto_approve_low_risk: false });
    const held = await proposeOps(rt, who, [add('Name the namespace of the deployment')]);
    const statusOf = async (id: string) => (await readDetail(rt, who, id)).changeset.status;
    expect([await statusOf(applied), await statusOf(held)]).toEqual(['applied', 'pending']);
  });
});
