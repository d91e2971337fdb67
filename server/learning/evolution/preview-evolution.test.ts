import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { authorSkill } from '../../skills/index.ts';
import { skillIn } from '../../testing/skill-history.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { previewEvolution } from './index.ts';

describeOnBoth('what an evolution would do, before it is asked for', (runtime) => {
  it('is nothing without a learning model, and costs what recent calls cost at their median', async () => {
    const who = freshPrincipal();
    const { skill_id: id } = await authorSkill(runtime(), who, skillIn());
    const preview = async () => await previewEvolution(runtime(), who, id ?? '');
    expect(await preview()).toEqual({ obstacle: 'no learning model is configured', tokens: null });
    const add = async (day: string, purpose: string, tokens: number) => {
      const data = { tenant: who.tenant, day, purpose, calls: 2, inputTokens: tokens, outputTokens: 200 };
      await clientOf(runtime().db.read).usageDay.create({ data });
    };
    await add('2026-02-26', 'evolve', 1800);
    await add('2026-02-27', 'evolve', 3800);
    await add('2026-02-28', 'evolve', 99_800);
    await add('2026-02-28', 'judge_skill', 800);
    await add('2025-11-01', 'evolve', 1);
    await add('2026-02-28', 'ask', 1_000_000);
    const { iterations } = runtime().config.evolution;
    expect((await preview()).tokens).toBe(iterations * (2000 + 500));
  });

  it('is not told of skills that are unknown', async () => {
    await expect(previewEvolution(runtime(), freshPrincipal(), 'sk_none')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});
