import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { clientOf } from './prisma.ts';

const TENANT = 'tenant';

describe('two transactions that wait for each other', () => {
  let runtime: TestRuntime | undefined;
  beforeAll(async () => {
    runtime = await openTestRuntime('postgresql');
  });
  afterAll(async () => {
    await runtime?.dispose();
  });

  it('both end well, because the one that is chosen to fail runs again, raw statements included', async () => {
    const rt = runtime;
    if (rt === undefined) throw new Error('the runtime is opened before');
    await rt.db.write(async (tx) => {
      const data = ['a', 'b'].map((agentId) => ({ tenant: TENANT, agentId, skills: 0, memories: 0 }));
      await clientOf(tx).knowledgeRevision.createMany({ data });
    });
    const arrived = Promise.withResolvers<void>();
    let waiting = 2;
    const meet = () => {
      waiting -= 1;
      if (waiting === 0) arrived.resolve();
      return arrived.promise;
    };
    let attempts = 0;
    const crossing = (first: string, second: string) =>
      rt.db.write(async (tx) => {
        attempts += 1;
        const step = (agent: string) => clientOf(tx).$executeRaw`
          UPDATE knowledge_revision SET skills = skills + 1 WHERE tenant = ${TENANT} AND agent_id = ${agent}`;
        await step(first);
        await meet();
        await step(second);
      });
    await Promise.all([crossing('a', 'b'), crossing('b', 'a')]);
    // One is chosen to fail, and may be chosen again where it locks its first row before the other goes on.
    expect(attempts).toBeGreaterThan(2);
    const rows = await clientOf(rt.db.read).knowledgeRevision.findMany({ where: { tenant: TENANT } });
    expect(rows.map(({ skills }) => skills)).toEqual([2, 2]);
  });
});
