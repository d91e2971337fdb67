/** A restore to a point in time from a base backup and the archived log, and what docs/operations.md repeats after it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../server/platform/db/migrations/migrate.ts';
import { projectRoot } from '../server/platform/shared.ts';
import { createDatabase, serveFolder, startPostgres } from '../server/testing/database/postgres.ts';
import { serverAccount } from '../server/testing/database/postgres-binaries.ts';
import { baseBackup } from '../server/testing/database/replica.ts';
import { eventually } from '../server/testing/eventually.ts';
import { openTestGateway, type TestGateway } from '../server/testing/test-gateway.ts';

const ARCHIVED_DEADLINE_MS = 60_000;

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const tasksIn = async (url: string) =>
  (await ask<{ task: string }>(url, 'SELECT task FROM episode ORDER BY task')).map(({ task }) => task);

/** The statement of the documented script that finds the erasures since a moment. */
function erasuresSince(moment: Date): string {
  const text = readFileSync(join(projectRoot(), 'docs/operations.md'), 'utf8');
  const [, sql = ''] = /psql -At "\$REPLACED_DATABASE_URL" -c "([^"]+)"/.exec(text) ?? [];
  return sql.replace(/'2026-[^']+'/, `'${moment.toISOString().replace('Z', '')}'`);
}

async function record(gateway: TestGateway, task: string, user: string): Promise<void> {
  const body = { task, user_id: user, outcome: 'success' };
  expect((await gateway.call('POST', '/v1/episodes', { body })).status).toBeLessThan(300);
}

const gatewayOn = (url: string) => openTestGateway('postgresql', { SERVICE_DATABASE_URL: url });

/** A server whose log is archived into a folder, and that folder. */
async function startArchiving() {
  const archive = mkdtempSync(join(tmpdir(), 'whetstone-archive-'));
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
  const account = serverAccount();
  if (account !== undefined) await chown(archive, account.uid, account.gid);
  const server = await startPostgres({
    more: ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`],
  });
  onTestFinished(() => server.stop());
  return { archive, server };
}

it('restores to a moment, and erasures since then are repeated from the replaced database', async () => {
  const { archive, server } = await startArchiving();
  const url = await createDatabase(server.url, 'service');
  await migrate(url);
  const gateway = await gatewayOn(url);
  await record(gateway, 'before the backup', 'ada');
  const copy = await baseBackup(server, 'recovery.signal');
  await record(gateway, 'before the moment', 'bob');
  const [at] = await ask<{ moment: string }>(url, 'SELECT clock_timestamp()::text AS moment');
  const moment = gateway.runtime.clock();
  gateway.runtime.advance(60_000);
  expect((await gateway.call('DELETE', '/v1/admin/users/ada')).status).toBe(200);
  await record(gateway, 'after the moment', 'bob');
  const [log] = await ask<{ file: string }>(
    url,
    'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file FROM (SELECT 1) AS one',
  );
  await ask(url, 'SELECT pg_switch_wal()');
  const isArchived = async () => {
    const [row] = await ask<{ last: string | null }>(
      url,
      'SELECT last_archived_wal AS last FROM pg_stat_archiver',
    );
    return (row?.last ?? '') >= (log?.file ?? '');
  };
  await eventually('the log is archived', isArchived, ARCHIVED_DEADLINE_MS);
  await gateway.close();

  const restored = await serveFolder(copy, [
    ...server.settings.filter((setting) => !setting.startsWith('archive_')),
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${at?.moment}`,
    'recovery_target_action=promote',
  ]);
  onTestFinished(() => restored.stop());
  const restoredUrl = Object.assign(new URL(restored.url), { pathname: '/service' }).toString();
  const isOpen = async () => {
    const [row] = await ask<{ open: boolean }>(restored.url, 'SELECT NOT pg_is_in_recovery() AS open');
    return row?.open === true;
  };
  await eventually('the restore has ended', isOpen, ARCHIVED_DEADLINE_MS);
  expect(await tasksIn(restoredUrl)).toEqual(['before the backup', 'before the moment']);

  const erased = await ask<{ tenant: string; substr: string }>(url, erasuresSince(moment));
  expect(erased).toEqual([{ tenant: 'dev', substr: 'ada' }]);
  const after = await gatewayOn(restoredUrl);
  onTestFinished(() => after.close());
  // Its clock and its chance start again, and would make ids that exist.
  after.runtime.advance(3_600_000);
  for (const { substr } of erased) {
    expect((await after.call('DELETE', `/v1/admin/users/${substr}`)).status).toBe(200);
  }
  await record(after, 'after the restore', 'bob');
  expect(await tasksIn(restoredUrl)).toEqual(['after the restore', 'before the moment']);
});
