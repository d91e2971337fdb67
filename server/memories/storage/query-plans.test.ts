/** What is looked up for every request must be found by an index, however much is stored beside it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { memoryStore } from './store.ts';

let rt: TestRuntime;
beforeAll(async () => {
  rt = await openTestRuntime('sqlite');
});
afterAll(() => rt.dispose());

it('finds the memories that say a text by that text, not among all of the agent', async () => {
  const { runtime, plan } = watchStatements(rt);
  const store = memoryStore(runtime.db.read, freshPrincipal().tenant);
  await store.sameText({ agentId: 'default', userId: null }, 'a text');
  expect(await plan()).toContain('text_key=?');
});
