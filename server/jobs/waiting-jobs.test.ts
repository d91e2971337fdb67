import { expect, it } from 'vitest';
import { authorSkill } from '../skills/index.ts';
import { skillIn } from '../testing/skill-history.ts';
import { describeOnBoth, freshPrincipal } from '../testing/test-runtime.ts';
import { countWaitingJobs, enqueueJobs } from './index.ts';

describeOnBoth('the jobs that wait', (runtime) => {
  it('are counted in their own tenant, evolutions among them', async () => {
    const rt = runtime();
    const [mine, theirs] = [freshPrincipal(), freshPrincipal()];
    const { skill_id: skillId } = await authorSkill(rt, mine, skillIn());
    const before = await countWaitingJobs(rt, mine);
    const { tenant } = mine;
    await rt.db.write((tx) =>
      enqueueJobs(rt, tx, [
        { kind: 'reflect', tenant, agentId: 'bot', delayMs: 3_600_000 },
        { kind: 'evolve', tenant, agentId: 'bot', skillId: skillId ?? '', delayMs: 3_600_000 },
        { kind: 'curate', tenant: theirs.tenant, agentId: 'bot', delayMs: 3_600_000 },
      ]),
    );
    expect(await countWaitingJobs(rt, mine)).toBe(before + 2);
    expect(await countWaitingJobs(rt, theirs)).toBe(1);
    expect(await countWaitingJobs(rt, freshPrincipal())).toBe(0);
  });
});
