/** A search for words that no task has reads no whole episodes, however many there are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { findStore } from './store.ts';

let rt: TestRuntime;
beforeAll(async () => {
  rt = await openTestRuntime('sqlite');
});
afterAll(() => rt.dispose());

it('looks for words in tasks among what their index holds', async () => {
  const { runtime, plan } = watchStatements(rt);
  await findStore(runtime.db.read, freshPrincipal().tenant).episodes(['nowhere', 'found'], 5);
  expect(await plan()).toContain('COVERING INDEX episode_words_idx');
});
