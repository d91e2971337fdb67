import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { clientOf } from '../platform/db/prisma.ts';
import { expectWholeHistory, skillIn } from '../testing/samples/skill-history.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { authorSkill, exportSkill, getSkill, importSkill, listVersions, rollbackSkill } from './index.ts';

const REFERENCE = { ref: 'deploy-service', agentId: 'default' };

describeOnOne('rolling back a skill', (runtime) => {
  it('restores text and rules exactly as a new version, with ids and counters', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const bullets = [
      {
        content: 'Run the tests first',
        section: 'steps' as const,
        issue: 'broken builds',
        keywords: ['ci', 'x'],
      },
      { content: 'Never on a Friday', section: 'pitfalls' as const, issue: '', keywords: [] },
      { content: 'Watch the logs', section: 'steps' as const, issue: '', keywords: [] },
    ];
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn({ bullets, tags: ['ops'] }));
    await clientOf(rt.db.read).bullet.updateMany({
      where: { tenant: who.tenant },
      data: { helpful: 3, harmful: 1, neutral: 2, used: 6 },
    });
    const before = await getSkill(rt, who, REFERENCE);
    const other = {
      description: 'Other words',
      tags: [],
      rules: ['Watch the logs', 'Something else entirely'],
    };
    await authorSkill(rt, who, skillIn(other));
    const back = await rollbackSkill(rt, who, { skillId: String(skillId), version: 1 });
    expect(back).toEqual({ skill_id: skillId, version: 3 });
    const after = await getSkill(rt, who, REFERENCE);
    expect(after).toEqual({ ...before, version: 3, updatedAt: after.updatedAt });
    const [latest] = (await listVersions(rt, who, { ...REFERENCE, limit: 10 })).items;
    expect(latest).toMatchObject({
      version: 3,
      source: 'rollback:v1',
      changesetId: null,
      createdBy: who.actor,
    });
    expect((await listAudit(rt, who, 1))[0]).toMatchObject({
      action: 'skill.rollback',
      actor: who.actor,
      resource: `skill:${skillId}`,
      details: { from: 2, to: 1, version: 3 },
    });
    await expectWholeHistory(rt, who);
  });

  it('restores the front matter of an imported document', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const markdown = '---\nname: with-license\ndescription: First\nlicense: MIT\n---\n\n- A rule of it\n';
    const { skill_id: skillId } = await importSkill(rt, who, { agent_id: 'default', markdown });
    const reference = { ref: 'with-license', agentId: 'default' };
    const exported = await exportSkill(rt, who, reference);
    await importSkill(rt, who, { agent_id: 'default', markdown: markdown.replace('MIT', 'ISC') });
    expect(await exportSkill(rt, who, reference)).toContain('license: ISC');
    await rollbackSkill(rt, who, { skillId: String(skillId), version: 1 });
    expect(await exportSkill(rt, who, reference)).toBe(exported);
  });

  it('to an unknown version, or of an unknown or another tenant’s skill, is not found', async () => {
    const rt = runtime();
    const [ours, theirs] = [freshPrincipal(), freshPrincipal()];
    const { skill_id: skillId } = await authorSkill(rt, theirs, skillIn());
    for (const [who, id, version, detail] of [
      [theirs, skillId, 2, 'version not found'],
      [theirs, 'sk_unknown', 1, 'skill not found'],
      [ours, skillId, 1, 'skill not found'],
    ] as const) {
      await expect(rollbackSkill(rt, who, { skillId: String(id), version })).rejects.toMatchObject({
        kind: 'not_found',
        detail,
      });
    }
    await expectWholeHistory(rt, theirs);
  });

  it('many times at once, while others write, leaves versions without gaps', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const { skill_id: skillId } = await authorSkill(rt, who, skillIn({ rules: ['The first rule'] }));
    await authorSkill(rt, who, skillIn({ rules: ['Another rule'] }));
    const results = await Promise.all(
      Array.from({ length: 16 }, async (_, index) =>
        index % 2 === 0
          ? (await rollbackSkill(rt, who, { skillId: String(skillId), version: 1 + (index % 4) / 2 })).version
          : (await authorSkill(rt, who, skillIn({ rules: [`Rule of writer ${index}`] }))).version,
      ),
    );
    expect(results.map(Number).sort((a, b) => a - b)).toEqual(results.map((_, index) => index + 3));
    await expectWholeHistory(rt, who);
  });
});
