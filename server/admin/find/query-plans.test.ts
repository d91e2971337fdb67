/** A search for words that no task has reads no whole episodes, however many there are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLED } from '../../platform/db/search/look-back.ts';
import { ids, insertEpisodes } from '../../testing/database/rows.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { findStore } from './store.ts';

let rt: TestRuntime;
beforeAll(async () => {
  rt = await openTestRuntime('sqlite');
});
afterAll(() => rt.dispose());

it('looks for words in tasks among what their index holds', async () => {
  const { tenant } = freshPrincipal();
  await insertEpisodes(rt.db.read, ids('ep', SAMPLED), { tenant, at: rt.clock() });
  const { runtime, plan } = watchStatements(rt);
  await findStore(runtime.db.read, tenant).episodes(['nowhere', 'found'], 5, rt.clock());
  expect(await plan()).toContain('COVERING INDEX episode_words_idx');
});
