/** A search that cannot look at the whole log at once says how far back it looked, and goes on from there. */
import { beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { clientOf, Prisma } from '../../platform/db/prisma.ts';
import { READ_AT_ONCE, SAMPLED } from '../../platform/db/search/look-back.ts';
import { auditColumns } from '../../testing/database/scale-history.ts';
import { insertRows, momentIn } from '../../testing/database/scale-library.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { exportAudit, readAudit } from './index.ts';

const ENTRIES = READ_AT_ONCE + 2 * SAMPLED;
/** Each word is in nearly every entry, and this order of them in one. */
const PHRASE = 'number of order';
const LIMIT = 50;

const filterOf = (text: string) => ({
  ...{ actions: [], actor: null, resource: null, skillId: null, agentId: null, from: null, to: null },
  text,
});

describeOnBoth('a search of a long audit log', (runtime) => {
  const who: Principal = freshPrincipal();
  let oldest = '';
  beforeAll(async () => {
    const rt = runtime();
    const client = clientOf(rt.db.read);
    // The ids of these rows are of that day.
    const moment = momentIn(rt.db.dialect, new Date('2025-07-13T00:00:00.000Z'));
    const columns = { ...auditColumns(moment), at: moment('at') };
    const rowsOf = { count: ENTRIES, columns };
    await client.$executeRaw(Prisma.raw(insertRows('audit_entry', who.tenant, rowsOf)));
    const entries = await client.auditEntry.findMany({
      where: { tenant: who.tenant },
      orderBy: { id: 'asc' },
    });
    const newest = entries.slice(-SAMPLED).map(({ id }) => id);
    oldest = entries[0]?.id ?? '';
    const of = (ids: string[]) => ({ where: { tenant: who.tenant, id: { in: ids } } });
    await client.auditEntry.updateMany({ ...of([oldest]), data: { details: `{"note":"${PHRASE}"}` } });
    await client.auditEntry.updateMany({ ...of(newest), data: { details: '{"note":"renamed"}' } });
    await client.$executeRaw`ANALYZE`;
  });

  const search = (text: string, cursor: string | null) =>
    readAudit(runtime(), who, { filter: filterOf(text), cursor, limit: LIMIT });

  /** The first page that has some, or the last. */
  const searchOn = async (text: string) => {
    let page = await search(text, null);
    while (page.items.length === 0 && page.nextCursor !== null) page = await search(text, page.nextCursor);
    return page;
  };

  it('says how far back it looked, and finds what is older on a further page', async () => {
    const first = await search(PHRASE, null);
    expect(first.items).toEqual([]);
    expect(first.searchedTo).not.toBeNull();
    expect(await searchOn(PHRASE)).toMatchObject({ items: [{ id: oldest }], nextCursor: null });
    const lines: string[] = [];
    for await (const page of exportAudit(runtime(), who, filterOf(PHRASE)))
      lines.push(...page.map(({ id }) => id));
    expect(lines).toEqual([oldest]);
  });

  it('looks at all entries for words that few have', async () => {
    expect(await search('order number 4711', null)).toMatchObject({ items: [{}], searchedTo: null });
    expect(await search('nowhere', null)).toEqual({ items: [], nextCursor: null, searchedTo: null });
  });

  it('finds words that all but the newest entries have', async () => {
    expect((await searchOn('order')).items).toHaveLength(LIMIT);
  });
});
