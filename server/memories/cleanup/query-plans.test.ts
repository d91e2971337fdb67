/** What cleaning up reads is found by an index, however much is stored beside it. */
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { plansOf, readsTooMuch } from '../../testing/database/query-plans.ts';
import { ids, insertMemories } from '../../testing/database/rows.ts';
import { describeOnBoth } from '../../testing/test-runtime.ts';
import { checkStore, suggestionStore } from './store.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const EARLIER = new Date(AT.getTime() - DAY_MS);
const PLACE = { at: EARLIER, id: 'x' };

type Asks = (tx: Tx, tenant: string) => Promise<unknown>;

const QUESTIONS: Record<string, Asks> = {
  'an agent’s active memories': (tx, tenant) =>
    checkStore(tx, tenant).active('default', { createdAt: AT, id: 'x' }, 250),
  'what was decided': (tx, tenant) => checkStore(tx, tenant).ids('default', { open: false }),
  'what is open': (tx, tenant) => checkStore(tx, tenant).ids('default', { open: true }),
  'what is open no more': (tx, tenant) => checkStore(tx, tenant).removeOpen(['sg_1', 'sg_2']),
  'the merge of a memory': (tx, tenant) => suggestionStore(tx, tenant).mergeOf('mem_1', 'mem_2'),
  'one suggestion': (tx, tenant) => suggestionStore(tx, tenant).find('sg_1'),
  'a page of an agent’s suggestions': (tx, tenant) =>
    suggestionStore(tx, tenant).page({ agentId: 'default', before: PLACE, limit: 50 }),
  'a page of all suggestions': (tx, tenant) =>
    suggestionStore(tx, tenant).page({ agentId: null, before: null, limit: 50 }),
  'how many there are': (tx, tenant) => suggestionStore(tx, tenant).count('default'),
};

const TENANT = 'tenant-with-rows';
const ROWS = 200;
/** Of these, those with a suggestion. */
const SUGGESTED = 10;

/** Memories of three agents, of which some have a suggestion. */
async function insertRows(db: Database): Promise<void> {
  const rows = { tenant: TENANT, at: EARLIER };
  for (const agentId of ['default', 'support', 'sales']) {
    const memories = ids(`mem_${agentId}`, ROWS);
    await insertMemories(db.read, memories, { ...rows, agentId });
    await checkStore(db.read, TENANT).add(
      memories.slice(0, SUGGESTED).map((memoryId, at) => ({
        ...{ id: `sg_${memoryId}`, agentId, userId: null, memoryId, otherId: memories[at + 1] ?? '' },
        ...{ status: 'open', foundAt: EARLIER },
      })),
    );
  }
  if (db.dialect === 'postgresql') await clientOf(db.read).$executeRaw`ANALYZE`;
}

describeOnBoth('cleaning up finds by an index', (runtime) => {
  beforeAll(async () => await insertRows(runtime().db));

  it.each(Object.entries(QUESTIONS))('%s', async (_, ask) => {
    const plans = await plansOf(runtime(), (tx) => ask(tx, TENANT));
    expect(plans.length).toBeGreaterThan(0);
    expect(readsTooMuch(plans), plans.join('\n\n')).toEqual([]);
  });
});
