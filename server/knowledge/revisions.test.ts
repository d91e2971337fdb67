import { expect, it } from 'vitest';
import { describeOnBoth, freshPrincipal } from '../testing/test-runtime.ts';
import { bumpMemories, bumpSkills, revisionStore } from './index.ts';

describeOnBoth('the revision of an agent’s knowledge', (runtime) => {
  it('counts changes of skills and memories apart, per tenant and agent', async () => {
    const { db } = runtime();
    const [ours, theirs] = [freshPrincipal().tenant, freshPrincipal().tenant];
    await db.write(async (tx) => {
      await bumpSkills(tx, ours, 'a', []);
      await bumpSkills(tx, ours, 'a', []);
      await bumpMemories(tx, ours, 'a');
      await bumpMemories(tx, theirs, 'a');
    });
    const revisions = await revisionStore(db.read, ours).read(['a', '*']);
    expect([...revisions]).toEqual([['a', { skills: 2, memories: 1 }]]);
  });

  it('loses no step of transactions that run at once', async () => {
    const { db } = runtime();
    const { tenant } = freshPrincipal();
    await Promise.all(Array.from({ length: 16 }, () => db.write((tx) => bumpSkills(tx, tenant, 'a', []))));
    expect((await revisionStore(db.read, tenant).read(['a'])).get('a')?.skills).toBe(16);
  });
});
