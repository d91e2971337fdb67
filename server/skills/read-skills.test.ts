import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { SECRET_RULE, skillIn } from '../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { authorSkill, exportSkill, getSkill, listSkills, listVersions, pinSkill } from './index.ts';

describeOnOne('reading skills', (runtime) => {
  it('lists the own and the shared ones by name, an own one before the shared one of its name', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    for (const [agent, name] of [
      ['a', 'middle'],
      ['*', 'middle'],
      ['*', 'alpha-2'],
      ['*', 'alpha'],
      ['a', 'zulu'],
      ['b', 'not-ours'],
    ] as const) {
      await authorSkill(rt, who, skillIn({ agent_id: agent, name, rules: [`Rule of ${name} for ${agent}`] }));
    }
    const listed = (await listSkills(rt, who, { agentId: 'a', limit: 100 })).items;
    expect(listed.map(({ agentId: agent, name }) => `${name} of ${agent}`)).toEqual([
      'alpha of *',
      'alpha-2 of *',
      'middle of a',
      'middle of *',
      'zulu of a',
    ]);
    expect(listed.map(({ bullets }) => bullets[0]?.content)).toEqual(
      listed.map(({ agentId: agent, name }) => `Rule of ${name} for ${agent}`),
    );
    expect((await listSkills(rt, who, { agentId: '*', limit: 100 })).items.map(({ name }) => name)).toEqual([
      'alpha',
      'alpha-2',
      'middle',
    ]);
    expect((await listSkills(rt, freshPrincipal(), { agentId: 'a', limit: 100 })).items).toEqual([]);
  });

  it('finds the own one before the shared one by name, and any agent’s by id', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const shared = await authorSkill(rt, who, skillIn({ agent_id: '*' }));
    const get = async (ref: string | null, agentId: string) =>
      (await getSkill(rt, who, { ref: String(ref), agentId })).id;
    expect(await get('deploy-service', 'a')).toBe(shared.skill_id);
    const own = await authorSkill(rt, who, skillIn({ agent_id: 'a' }));
    expect(await get('deploy-service', 'a')).toBe(own.skill_id);
    expect(await get('deploy-service', 'b')).toBe(shared.skill_id);
    expect(await get('deploy-service', '*')).toBe(shared.skill_id);
    expect(await get(own.skill_id, 'b')).toBe(own.skill_id);
  });

  it('answers an id of another tenant like one that does not exist', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const { skill_id: id } = await authorSkill(rt, theirs, skillIn());
    for (const ref of [String(id), 'sk_unknown', 'deploy-service']) {
      const reference = { ref, agentId: 'default' };
      const attempts = [
        () => getSkill(rt, ours, reference),
        () => exportSkill(rt, ours, reference),
        () => listVersions(rt, ours, { ...reference, limit: 10 }),
        () => pinSkill(rt, ours, { skillId: ref, pinned: true }),
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({ kind: 'not_found', detail: 'skill not found' });
      }
    }
    expect(await getSkill(rt, theirs, { ref: String(id), agentId: 'x' })).toMatchObject({ pinned: false });
  });

  it('shows the success rate as mean reward by strength, and null without evidence', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn());
    const reference = { ref: 'deploy-service', agentId: 'default' };
    expect((await getSkill(rt, who, reference)).successRate).toBeNull();
    await clientOf(rt.db.read).skill.updateMany({
      where: { tenant: who.tenant },
      data: { uses: 5, evidence: 4, reward: 3 },
    });
    expect(await getSkill(rt, who, reference)).toMatchObject({ uses: 5, successRate: 0.75 });
  });

  it('shows versions newest first, in pages, each as it was', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const ids: (string | null)[] = [];
    for (let index = 1; index <= 5; index += 1) {
      rt.advance(1);
      const input = skillIn({
        description: `Words ${index}`,
        tags: [`t${index}`],
        rules: [`Rule number ${index}`],
      });
      ids.push((await authorSkill(rt, who, input)).changeset_id);
    }
    const reference = { ref: 'deploy-service', agentId: 'default' };
    const { items: versions } = await listVersions(rt, who, { ...reference, limit: 100 });
    expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
    expect(versions[1]).toMatchObject({
      version: 4,
      source: 'api',
      changesetId: ids[3],
      createdBy: who.actor,
      description: 'Words 4',
      tags: ['t4'],
      bullets: [{ section: 'steps', content: 'Rule number 4', issue: '', keywords: [] }],
    });
    const some = await listVersions(rt, who, { ...reference, limit: 2, before: 4 });
    expect(some.items).toEqual(versions.slice(2, 4));
  });
});

describeOnOne('governing skills', (runtime) => {
  it('pins and unpins, audited, without a new version', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const skillId = String((await authorSkill(rt, who, skillIn())).skill_id);
    expect(await pinSkill(rt, who, { skillId, pinned: true })).toEqual({ skill_id: skillId, pinned: true });
    expect(await getSkill(rt, who, { ref: skillId, agentId: 'default' })).toMatchObject({
      pinned: true,
      version: 1,
    });
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'skill.pin',
      actor: who.actor,
      resource: `skill:${skillId}`,
      details: { pinned: true },
    });
    await pinSkill(rt, who, { skillId, pinned: false });
    expect(await getSkill(rt, who, { ref: skillId, agentId: 'default' })).toMatchObject({ pinned: false });
  });

  it('does not serve what waits for review in any list', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await authorSkill(rt, who, skillIn({ rules: [SECRET_RULE] }));
    expect((await listSkills(rt, who, { agentId: 'default', limit: 100 })).items).toEqual([]);
  });
});
