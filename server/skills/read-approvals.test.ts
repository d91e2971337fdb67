import { expect, it } from 'vitest';
import { approveIt, proposeOps, SKILL_NAME, usedSkill } from '../testing/canary/canaries.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { getSkill, readApprovals, rollbackSkill } from './index.ts';

describeOnOne('who stands behind what a skill says', (runtime) => {
  it('is who approved each version, with the reason and the time, and for each rule the version it has since', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    const id = await usedSkill(rt, who);
    const { bullets } = await getSkill(rt, who, { ref: id, agentId: 'default' });
    const [first, second] = bullets.map((bullet) => bullet.id);
    const reword = {
      op: 'update',
      skill: SKILL_NAME,
      bullet: second ?? '',
      content: 'Keep two replica sets',
    } as const;
    const change = await proposeOps(rt, who, [reword]);
    rt.advance(60_000);
    const reviewer = { ...who, actor: 'oidc:maya' };
    await approveIt(rt, reviewer, change, { comment: 'agreed with the team', skipCanary: true });
    const at = rt.clock().toISOString();
    const read = () => readApprovals(rt, who, { ref: id, agentId: 'default' });
    expect(await read()).toEqual({
      versions: [
        { version: 2, by: 'oidc:maya', isApproved: true, reason: 'agreed with the team', at },
        { version: 1, by: who.actor, isApproved: false, reason: expect.anything(), at: expect.any(String) },
      ],
      rules: { [first ?? '']: 1, [second ?? '']: 2 },
    });
    await rollbackSkill(rt, who, { skillId: id, version: 1 });
    const after = await read();
    expect(after.versions[0]).toMatchObject({ version: 3, isApproved: false, reason: null });
    expect(after.rules).toEqual({ [first ?? '']: 1, [second ?? '']: 3 });
    await expect(readApprovals(rt, freshPrincipal(), { ref: id, agentId: 'default' })).rejects.toThrow(
      'skill not found',
    );
  });
});
