/** Skills of a status are counted by an index, which reads none of the others. */
import { expect, it } from 'vitest';
import { watchStatements } from '../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime } from '../testing/test-runtime.ts';
import { skillListStore } from './list-store.ts';

it('counts skills of each status by an index', async () => {
  const rt = await openTestRuntime('sqlite');
  const { runtime, plan } = watchStatements(rt);
  const all = { agentId: null, status: null, tag: null, pinned: null, text: null };
  await skillListStore(runtime.db.read, freshPrincipal().tenant).countByStatus(all);
  const counts = (await plan()).match(/COVERING INDEX skill_tenant_status_idx \(tenant=\? AND status=\?\)/g);
  expect(counts).toHaveLength(4);
  await rt.dispose();
});
