/** A list of few among many episodes is found by an index, however many there are. */
import { beforeAll, expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { plansOf, readsTooMuch } from '../../testing/database/query-plans.ts';
import { ids, insertEpisodes } from '../../testing/database/rows.ts';
import { describeOnBoth } from '../../testing/test-runtime.ts';
import { type EpisodeFilter, episodeBrowseStore } from './browse-store.ts';

const TENANT = 'tenant-with-rows';
const AT = new Date('2026-03-01T12:00:00.000Z');
const ANY: EpisodeFilter = {
  ...{ agentId: null, outcome: null, userId: null, sessionId: null },
  ...{ holdout: null, reflected: null, text: null },
};
const PAGES = {
  'the first': null,
  'a later one': { at: AT, id: 'x' },
};

describeOnBoth('the episodes of an outcome', (runtime) => {
  beforeAll(async () => {
    const { db } = runtime();
    await insertEpisodes(db.read, ids('ep', 300), { tenant: TENANT, at: AT, agentId: 'default' });
    await clientOf(db.read).$executeRaw`UPDATE episode SET outcome = 'failure' WHERE id LIKE '%7'`;
    await clientOf(db.read).$executeRaw`ANALYZE`;
  });

  it.each(Object.entries(PAGES))('are found by the index of outcomes: %s page', async (_, before) => {
    const filter = { ...ANY, outcome: 'failure' };
    const plans = await plansOf(runtime(), (tx) =>
      episodeBrowseStore(tx, TENANT).page({
        dialect: runtime().db.dialect,
        now: AT,
        filter,
        before,
        limit: 50,
      }),
    );
    const text = plans.join('\n\n');
    // Each partition has an index of its own name.
    expect(text).toMatch(/_tenant_outcome_created_at_id_idx/);
    expect(text).not.toMatch(/-> +(Incremental )?Sort\b|TEMP B-TREE/);
    expect(readsTooMuch(plans), text).toEqual([]);
  });
});
