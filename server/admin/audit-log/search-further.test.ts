/** A search that cannot look at the whole log at once says how far back it looked, and goes on from there. */
import { beforeAll, expect, it } from 'vitest';
import type { Principal } from '../../domain/principal.ts';
import { fillForSearch, OLDEST_HAS } from '../../testing/database/long-search.ts';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { exportAudit, readAudit } from './index.ts';

const LIMIT = 50;

const filterOf = (text: string) => ({
  ...{ actions: [], actor: null, resource: null, skillId: null, agentId: null, from: null, to: null },
  text,
});

describeOnBoth('a search of a long audit log', (runtime) => {
  const who: Principal = freshPrincipal();
  let oldest = '';
  beforeAll(async () => {
    const { read, dialect } = runtime().db;
    oldest = await fillForSearch(read, dialect, who.tenant, 'audit_entry');
    // Entries about these would be shown with their tasks.
    await fillForSearch(read, dialect, who.tenant, 'episode');
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
    const first = await search(OLDEST_HAS, null);
    expect(first.items).toEqual([]);
    expect(first.searchedTo).not.toBeNull();
    expect(await searchOn(OLDEST_HAS)).toMatchObject({ items: [{ id: oldest }], nextCursor: null });
    const lines: string[] = [];
    for await (const page of exportAudit(runtime(), who, filterOf(OLDEST_HAS)))
      lines.push(...page.map(({ id }) => id));
    expect(lines).toEqual([oldest]);
  });

  it('finds words that all but the newest entries have', async () => {
    expect((await searchOn('order')).items).toHaveLength(LIMIT);
  });
});
