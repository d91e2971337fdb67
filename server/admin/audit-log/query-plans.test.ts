/** A search for words that few rows have reads no table from end to end, however long the tables are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAudit } from '../../audit/index.ts';
import { SAMPLED } from '../../platform/db/search/look-back.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { auditSearchStore } from './search-store.ts';

let rt: TestRuntime;
beforeAll(async () => {
  rt = await openTestRuntime('sqlite');
});
afterAll(() => rt.dispose());

it('looks for words in the audit log among what its indexes hold', async () => {
  const who = freshPrincipal();
  const events = Array.from({ length: SAMPLED }, () => ({
    ...{ action: 'feedback' as const, resource: 'episode:ep_1' as const },
  }));
  await rt.db.write((tx) => writeAudit(rt, tx, who, ...events));
  const { runtime, plan } = watchStatements(rt);
  const where = {
    ...{ actions: [], actor: null, resource: null, skillId: null, agentId: null, from: null, to: null },
    text: 'nowhere',
  };
  await auditSearchStore(runtime.db.read, who.tenant).search({
    where,
    before: null,
    limit: 1,
    now: rt.clock(),
  });
  expect(await plan()).toContain('COVERING INDEX audit_entry_words_idx');
});
