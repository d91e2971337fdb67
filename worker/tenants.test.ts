import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bareEnvironment } from '../lab/gateway/gateway-process.ts';
import { clientOf } from '../server/platform/db/prisma.ts';
import { ids, insertEpisodes } from '../server/testing/database/rows.ts';
import { describeOnOne, freshPrincipal } from '../server/testing/test-runtime.ts';

const COMMAND = join(import.meta.dirname, 'tenants.ts');

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function runTenants(url: string, ...args: string[]): Promise<Ended> {
  const env = bareEnvironment({ NODE_ENV: 'test', SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: url });
  const child = spawn(process.execPath, [COMMAND, ...args], { env });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ended.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    ended.err += String(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

describeOnOne('npm run tenants', (runtime) => {
  it('lists, limits, exports and deletes, and says what is wrong', async () => {
    const rt = runtime();
    const { url } = rt.config.database;
    const { tenant } = freshPrincipal();
    await insertEpisodes(rt.db.read, ids('ep', 3), { tenant, at: rt.clock() });
    const limited = await runTenants(url, 'quota', tenant, '--memories', '5');
    expect(limited).toEqual({ code: 0, out: `quota of ${tenant}: memories 5\n`, err: '' });
    const file = join(mkdtempSync(join(tmpdir(), 'whetstone-tenants-')), 'one.ndjson');
    const exported = await runTenants(url, 'export', tenant, file);
    expect([exported.code, exported.err]).toEqual([0, '']);
    expect(readFileSync(file, 'utf8').trim().split('\n').at(-1)).toContain('"episode":3');
    expect((await runTenants(url, 'delete', tenant)).err).toContain(`--confirm ${tenant}`);
    expect(await runTenants(url, 'delete', tenant, '--confirm', tenant)).toMatchObject({ code: 0, err: '' });
    const { out } = await runTenants(url, 'list');
    expect(out).toMatch(new RegExp(`^${tenant}\t.*\tbeing deleted$`, 'm'));
    expect(out).toMatch(
      new RegExp(`^# ${tenant}: under way, asked for .* by operator:command, 0 rows$`, 'm'),
    );
    expect(await clientOf(rt.db.read).job.count({ where: { tenant, kind: 'erase' } })).toBe(1);
  });
});
