/** Earlier views as people look through them. */
import { expect, it } from 'vitest';
import { MemoryIn, type MemoryStatus } from '../domain/memories/memory.ts';
import { describeOnOne, freshPrincipal } from '../testing/test-runtime.ts';
import { addMemory, browseMemories, readMemories } from './index.ts';

const STATUSES: MemoryStatus[] = ['active', 'superseded', 'pending'];

describeOnOne('memories as of a moment', (runtime) => {
  const setUp = async () => {
    const who = freshPrincipal();
    const rt = runtime();
    const early = await addMemory(rt, who, MemoryIn.parse({ content: 'The depot opens at six' }));
    const between = rt.clock();
    rt.advance(60_000);
    const late = await addMemory(
      rt,
      who,
      MemoryIn.parse({ content: 'Invoices go out on Fridays', scope: { agent_id: 'billing' } }),
    );
    const view = async (more: { at: Date | null; statuses?: MemoryStatus[] }) => {
      const filter = { agentId: null, userId: null, kind: null, statuses: STATUSES, text: null, ...more };
      const { items } = await browseMemories(rt, who, { filter, cursor: null, limit: 10 });
      return items.map(({ id, status }) => [id, status]);
    };
    return { who, rt, early: early.id, late: late.id, between, view };
  };

  it('are read by their ids within the tenant, without those that are gone', async () => {
    const { who, rt, early } = await setUp();
    expect((await readMemories(rt, who, [early, 'mem_gone'])).map(({ id }) => id)).toEqual([early]);
    expect(await readMemories(rt, freshPrincipal(), [early])).toEqual([]);
  });
});
