/** A search that cannot look at all episodes at once says how far back it looked, and goes on from there. */
import { beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { clientOf, Prisma } from '../../platform/db/prisma.ts';
import { READ_AT_ONCE, SAMPLED } from '../../platform/db/search/look-back.ts';
import { episodeColumns } from '../../testing/database/scale-history.ts';
import { insertRows, momentIn } from '../../testing/database/scale-library.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { browseEpisodes } from './index.ts';

const EPISODES = READ_AT_ONCE + 2 * SAMPLED;
/** Each word is in nearly every task, and this order of them in one. */
const PHRASE = 'number of order';
const LIMIT = 50;
const ANY = {
  ...{ agentId: null, outcome: null, userId: null, sessionId: null, holdout: null, reflected: null },
};

describeOnBoth('a search of many episodes', (runtime) => {
  const who: Principal = freshPrincipal();
  let oldest = '';
  beforeAll(async () => {
    const rt = runtime();
    const client = clientOf(rt.db.read);
    // The ids of these rows are of that day.
    const moment = momentIn(rt.db.dialect, new Date('2025-07-13T00:00:00.000Z'));
    const columns = { ...episodeColumns(moment), created_at: moment('at') };
    const rowsOf = { count: EPISODES, columns };
    await client.$executeRaw(Prisma.raw(insertRows('episode', who.tenant, rowsOf)));
    const { tenant } = who;
    const rows = await client.episode.findMany({
      where: { tenant },
      orderBy: { id: 'asc' },
      select: { id: true },
    });
    const newest = rows.slice(-SAMPLED).map(({ id }) => id);
    oldest = rows[0]?.id ?? '';
    await client.episode.updateMany({ where: { tenant, id: oldest }, data: { task: PHRASE } });
    await client.episode.updateMany({ where: { tenant, id: { in: newest } }, data: { task: 'Renamed' } });
    await client.$executeRaw`ANALYZE`;
  });

  const search = (text: string, cursor: string | null) =>
    browseEpisodes(runtime(), who, { filter: { ...ANY, text }, cursor, limit: LIMIT });
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
  });

  it('looks at all episodes for words that few have', async () => {
    expect(await search('order number 4711', null)).toMatchObject({ items: [{}], searchedTo: null });
    expect(await search('nowhere', null)).toEqual({ items: [], nextCursor: null, searchedTo: null });
  });

  it('finds words that all but the newest episodes have', async () => {
    expect((await searchOn('order')).items).toHaveLength(LIMIT);
  });
});
