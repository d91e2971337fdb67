/** What is looked up for every request must be found by an index, however much is stored beside it. */
import { beforeAll, expect, it } from 'vitest';
import { plansOf } from '../../testing/database/query-plans.ts';
import { ids, insertMemories } from '../../testing/database/rows.ts';
import { describeOnBoth } from '../../testing/test-runtime.ts';
import { memoryStore } from './store.ts';

const TENANT = 'tenant-with-rows';
const AT = new Date('2026-03-01T12:00:00.000Z');

describeOnBoth('the memories that say a text, in a table without statistics', (runtime) => {
  beforeAll(async () => {
    const rows = { tenant: TENANT, at: AT, agentId: 'default' };
    await insertMemories(runtime().db.read, ids('mem', 3000), rows);
  });

  it.each([
    ['one text', ['a']],
    ['some texts', ['a', 'b', 'c']],
    ['texts of several agents', ['a', 'b', 'c'], 'support'],
  ])('are found by that text, not among all of the tenant: %s', async (_, texts, last = 'default') => {
    const sought = texts.map((textKey, at) => ({
      scope: { agentId: at === texts.length - 1 ? last : 'default', userId: null },
      textKey,
    }));
    const plans = await plansOf(runtime(), (tx) => memoryStore(tx, TENANT).sameTexts(sought));
    expect(plans).toEqual([expect.stringContaining('memory_tenant_agent_id_text_key_idx')]);
  });
});
