/** Insights are read often and must not become slower with the number of rules. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { insightsStore } from './store.ts';

let rt: TestRuntime;
beforeAll(async () => {
  rt = await openTestRuntime('sqlite');
});
afterAll(() => rt.dispose());

it('finds the rules that did harm among those alone, not among all rules', async () => {
  const { runtime, plan } = watchStatements(rt);
  await insightsStore(runtime.db.read, freshPrincipal().tenant).problemRules('default', 10);
  expect(await plan()).toContain('harmful>?');
});
