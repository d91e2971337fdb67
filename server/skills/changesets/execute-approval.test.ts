import { expect, it } from 'vitest';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { getChangeset, proposeChangesets, reviewChangeset, reviewMany } from './index.ts';

/** A proposal of a new skill, which waits for a reviewer because its score is low. */
async function proposeSkill(rt: TestRuntime, tenant: string, name: string): Promise<string> {
  const creation: Operation = {
    ...{ op: 'create_skill', name, description: 'How to find the logs', tags: [] },
    bullets: [{ section: 'steps', content: 'Open the dashboard', issue: '', keywords: [] }],
  };
  const [changeset] = await proposeChangesets(rt, tenant, {
    ...{ agentId: 'default', ops: [creation], rationale: 'Runs failed.', episodeIds: ['ep_1'] },
    ...{ source: 'reflection', proposedBy: 'system:reflection', evalScore: 0, baselineScore: 0.5 },
  });
  expect(changeset?.status).toBe('pending');
  return String(changeset?.id);
}

describeOnOne('the outcome of an approval', (runtime) => {
  it.each([
    { how: 'by itself', many: false },
    { how: 'among others', many: true },
  ])('is computed once for a changeset that is decided $how', async ({ many }) => {
    // Each time that an outcome is computed it draws an id for the skill that would be created.
    let drawn = 0;
    const newId: TestRuntime['newId'] = (kind) => {
      drawn += Number(kind === 'skill');
      return runtime().newId(kind);
    };
    const rt = { ...runtime(), newId };
    const who = freshPrincipal();
    const ids = [
      await proposeSkill(rt, who.tenant, 'find-logs'),
      await proposeSkill(rt, who.tenant, 'read-logs'),
    ];
    const decisions = await Promise.all(
      ids.map(async (id) => ({ id, expect: (await getChangeset(rt, who, id)).digest })),
    );
    drawn = 0;
    if (many) await reviewMany(rt, who, { decisions, approve: true, comment: null });
    else
      for (const one of decisions) await reviewChangeset(rt, who, { ...one, approve: true, comment: null });
    for (const id of ids) expect(await getChangeset(rt, who, id)).toMatchObject({ status: 'applied' });
    expect(drawn).toBe(ids.length);
  });
});
