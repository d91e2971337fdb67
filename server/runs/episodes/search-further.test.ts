/** A search that cannot look at all episodes at once says how far back it looked, and goes on from there. */
import { beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { fillForSearch, OLDEST_HAS } from '../../testing/database/long-search.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { browseEpisodes } from './index.ts';

const LIMIT = 50;
const ANY = {
  ...{ agentId: null, outcome: null, userId: null, sessionId: null, holdout: null, reflected: null },
};

describeOnBoth('a search of many episodes', (runtime) => {
  const who: Principal = freshPrincipal();
  let oldest = '';
  beforeAll(async () => {
    const { read, dialect } = runtime().db;
    oldest = await fillForSearch(read, dialect, who.tenant, 'episode');
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
    const first = await search(OLDEST_HAS, null);
    expect(first.items).toEqual([]);
    expect(first.searchedTo).not.toBeNull();
    expect(await searchOn(OLDEST_HAS)).toMatchObject({ items: [{ id: oldest }], nextCursor: null });
  });

  it('looks at all episodes for words that few have', async () => {
    expect(await search('order number 4711', null)).toMatchObject({ items: [{}], searchedTo: null });
    expect(await search('nowhere', null)).toEqual({ items: [], nextCursor: null, searchedTo: null });
  });

  it('finds words that all but the newest episodes have', async () => {
    expect((await searchOn('order')).items).toHaveLength(LIMIT);
  });
});
