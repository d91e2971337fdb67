import { expect, it } from 'vitest';
import { insightsSchema } from '../../domain/admin/insights.ts';
import { snakeCased } from '../../domain/camel-case.ts';
import { insertSkill } from '../../testing/canary/credited-runs.ts';
import { putSkillLift } from '../../testing/samples/measured-lift.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { readInsights, readLibrary, readSkillLift } from './index.ts';

const HURTS = { sessions: 1000, served: 0.2, heldBack: 0.7, characters: 400 };

describeOnOne('the lift of skills', (runtime) => {
  it('stands in the insights beside each skill, and is null where it was never measured', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_hurts' });
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_unmeasured' });
    await putSkillLift(rt.db.read, who.tenant, 'sk_hurts', { ...HURTS, at: rt.clock() });
    const insights = snakeCased(insightsSchema).parse(await readInsights(rt, who, 'default'));
    const [hurts, unmeasured] = insights.skills;
    expect(hurts).toMatchObject({ name: 'sk-hurts', worth: { enough: true, hurts: true, characters: 400 } });
    expect(hurts?.worth?.reward?.mean).toBeCloseTo(-0.5, 1);
    expect(hurts?.worth?.reward?.always_valid[1]).toBeLessThan(0);
    expect(unmeasured).toMatchObject({ name: 'sk-unmeasured', worth: null });
    const library = await readLibrary(rt, who, 'default');
    expect(library.skills.find(({ id }) => id === 'sk_hurts')?.worth).toEqual(
      await readSkillLift(rt, who, 'sk_hurts'),
    );
  });

  it('is read in its own tenant only', async () => {
    const rt = runtime();
    const who = freshPrincipal();
    await insertSkill(rt.db.read, who.tenant, { id: 'sk_own' });
    await putSkillLift(rt.db.read, who.tenant, 'sk_own', { ...HURTS, at: rt.clock() });
    await expect(readSkillLift(rt, freshPrincipal(), 'sk_own')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
