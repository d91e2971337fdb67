import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { insertSkills } from '../testing/database/library-rows.ts';
import { skillIn } from '../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import {
  authorSkill,
  deprecateSkill,
  exportSkill,
  getSkill,
  publishSkill,
  readPublishedSkills,
} from './index.ts';

describeOnOne('publishing skills', (runtime) => {
  const author = async (who: ReturnType<typeof freshPrincipal>, fields: Parameters<typeof skillIn>[0]) =>
    String((await authorSkill(runtime(), who, skillIn(fields))).skill_id);
  const names = async ({ tenant }: { tenant: string }) =>
    (await readPublishedSkills(runtime(), tenant)).map(({ name }) => name);

  it('is off by default, audited, and changes no version', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const skillId = await author(who, { name: 'refund-orders' });
    expect(await names(who)).toEqual([]);
    const done = { skill_id: skillId, published: true };
    expect(await publishSkill(rt, who, { skillId, published: true })).toEqual(done);
    expect(await getSkill(rt, who, { ref: skillId, agentId: 'default' })).toMatchObject({
      published: true,
      version: 1,
    });
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'skill.publish',
      resource: `skill:${skillId}`,
      details: { published: true },
    });
    const markdown = await exportSkill(rt, who, { ref: skillId, agentId: 'default' });
    expect(await readPublishedSkills(rt, who.tenant)).toMatchObject([{ name: 'refund-orders', markdown }]);
    expect(await names(freshPrincipal())).toEqual([]);
    await publishSkill(rt, who, { skillId, published: false });
    expect(await names(who)).toEqual([]);
  });

  it('shows skills of every agent by name, those in use only, and goes on with later versions', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const b = await author(who, { name: 'b-skill', agent_id: 'one' });
    const a = await author(who, { name: 'a-skill', agent_id: '*' });
    for (const skillId of [b, a]) await publishSkill(rt, who, { skillId, published: true });
    expect(await names(who)).toEqual(['a-skill', 'b-skill']);
    await deprecateSkill(rt, who, { id: a, deprecated: true });
    await author(who, { name: 'b-skill', agent_id: 'one', rules: ['A later rule'] });
    const [only, ...others] = await readPublishedSkills(rt, who.tenant);
    expect(only?.markdown).toContain('A later rule');
    expect(others).toEqual([]);
    expect(await readPublishedSkills(rt, who.tenant, 'a-skill')).toEqual([]);
    expect(await readPublishedSkills(rt, who.tenant, 'b-skill')).toHaveLength(1);
  });

  it('refuses what nobody could find: a second skill of a name, and a name of no Agent Skill', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    const one = await author(who, { name: 'same', agent_id: 'one' });
    const two = await author(who, { name: 'same', agent_id: 'two' });
    const odd = await author(who, { name: 'odd--name' });
    const publish = (skillId: string) => publishSkill(rt, who, { skillId, published: true });
    const both = await Promise.allSettled([publish(one), publish(two)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await names(who)).toEqual(['same']);
    await expect(publish(odd)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(publishSkill(rt, freshPrincipal(), { skillId: one, published: true })).rejects.toMatchObject(
      {
        kind: 'not_found',
      },
    );
  });

  it('publishes 500 skills at most', async () => {
    const [rt, who] = [runtime(), freshPrincipal()];
    await insertSkills(rt, who.tenant, { skills: 501, rules: 1 });
    const { skill } = clientOf(rt.db.read);
    const last = `sk_${who.tenant}_0500`;
    await skill.updateMany({ where: { tenant: who.tenant, id: { not: last } }, data: { published: true } });
    expect(await names(who)).toHaveLength(500);
    await expect(publishSkill(rt, who, { skillId: last, published: true })).rejects.toMatchObject({
      kind: 'conflict',
      detail: 'at most 500 skills can be published',
    });
  });
});
