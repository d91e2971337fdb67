/** What cleaning up reads is found by an index, however much is stored beside it. */
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../domain/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { clientOf } from '../../platform/db/prisma.ts';
import { plansOf, readsTooMuch } from '../../testing/database/query-plans.ts';
import {
  ids,
  insertEpisodes,
  insertMemories,
  insertProfile,
  insertRecalls,
} from '../../testing/database/rows.ts';
import { describeOnBoth } from '../../testing/test-runtime.ts';
import { cleanupStore, recallReadingStore } from './cleanup-store.ts';
import { checkStore, suggestionStore } from './suggestion-store.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const EARLIER = new Date(AT.getTime() - DAY_MS);
const PLACE = { at: EARLIER, id: 'x' };

type Asks = (tx: Tx, tenant: string) => Promise<unknown>;

const QUESTIONS: Record<string, Asks> = {
  'an agent’s active memories': (tx, tenant) =>
    cleanupStore(tx, tenant).active('default', { createdAt: AT, id: 'x' }, 250),
  'what memories say': (tx, tenant) => cleanupStore(tx, tenant).contents(['mem_1', 'mem_2']),
  'what recalls of runs served': (tx, tenant) => cleanupStore(tx, tenant).served(['ep_1', 'ep_2']),
  'the last recalls of users': (tx, tenant) =>
    cleanupStore(tx, tenant).lastRecalls('default', ['a', 'b'], AT),
  'the cards of users': (tx, tenant) => cleanupStore(tx, tenant).cards('default', ['a', 'b']),
  'the last recall of an agent': (tx, tenant) => cleanupStore(tx, tenant).lastRecall('default'),
  'recalls to read, from the first': (tx, tenant) => recallReadingStore(tx, tenant).after(null, AT),
  'recalls to read, after a place': (tx, tenant) => recallReadingStore(tx, tenant).after(PLACE, AT),
  'when memories were recalled': (tx, tenant) =>
    recallReadingStore(tx, tenant).noteRecalled(new Map([['mem_1', AT]])),
  'what was decided': (tx, tenant) => checkStore(tx, tenant).decided('default'),
  'what is open': (tx, tenant) => checkStore(tx, tenant).openIds('default'),
  'what is open no more': (tx, tenant) => checkStore(tx, tenant).removeOpen(['sg_1', 'sg_2']),
  'what was applied to a memory': (tx, tenant) => checkStore(tx, tenant).keepRestored('mem_1', AT),
  'one suggestion': (tx, tenant) => suggestionStore(tx, tenant).find('sg_1'),
  'a page of an agent’s suggestions': (tx, tenant) =>
    suggestionStore(tx, tenant).page({ filter: { agentId: 'default' }, before: PLACE, limit: 50 }),
  'a page of all suggestions': (tx, tenant) =>
    suggestionStore(tx, tenant).page({ filter: {}, before: null, limit: 50 }),
  'how many there are': (tx, tenant) => suggestionStore(tx, tenant).counts({ agentId: 'default' }),
  'when an agent was checked': (tx, tenant) => suggestionStore(tx, tenant).checkedAt('default'),
};

const TENANT = 'tenant-with-rows';
const ROWS = 200;
/** Of these, those with a suggestion, and users with a card. */
const SUGGESTED = 10;

/** Memories, of which some have a suggestion, runs and recalls, of three agents. */
async function insertRows(db: Database): Promise<void> {
  const rows = { tenant: TENANT, at: EARLIER };
  for (const agentId of ['default', 'support', 'sales']) {
    const memories = ids(`mem_${agentId}`, ROWS);
    await insertMemories(db.read, memories, { ...rows, agentId });
    await insertRecalls(db.read, ids(`rc_${agentId}`, ROWS), { ...rows, agentId });
    await insertEpisodes(db.read, ids(`ep_${agentId}`, ROWS), { ...rows, agentId });
    const found = { status: 'open', kind: 'near_duplicate', otherId: null, foundAt: EARLIER } as const;
    await checkStore(db.read, TENANT).add(
      memories.slice(0, SUGGESTED).map((memoryId) => ({
        ...{ id: `sg_${memoryId}`, agentId, userId: null, memoryId, decidedAt: null, ...found },
      })),
    );
  }
  for (const user of ids('user', SUGGESTED)) await insertProfile(db.read, { ...rows, userId: user });
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
