/** Insights are read often and must not become slower with the number of rules. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { liftStore } from './lift-store.ts';
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

it('finds the rules that helped most in the order of the index, without sorting all', async () => {
  const { runtime, plan } = watchStatements(rt);
  await insightsStore(runtime.db.read, freshPrincipal().tenant).helpfulRules('default', 10);
  expect(await plan()).toContain('bullet_tenant_helpful_idx');
});

it('looks for the runs that count among an agent’s latest ones alone', async () => {
  const { runtime, plan } = watchStatements(rt);
  await liftStore(runtime.db.read, freshPrincipal().tenant).latestRuns('default', {
    dialect: 'sqlite',
    now: runtime.clock(),
  });
  expect(await plan()).toContain('episode_tenant_agent_id_created_at_id_idx');
});
