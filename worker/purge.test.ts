import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareEnvironment } from '../lab/gateway/gateway-process.ts';
import { clientOf } from '../server/platform/db/prisma.ts';
import {
  countRows,
  ids,
  insertAudit,
  insertEpisodes,
  insertJobs,
  insertRecalls,
} from '../server/testing/database/rows.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../server/testing/test-runtime.ts';

const COMMAND = join(import.meta.dirname, 'purge.ts');
const OLD = new Date('2020-01-01T00:00:00.000Z');

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command in a process of its own, with no other setting than `settings`. */
function runPurge(settings: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [COMMAND], {
    env: bareEnvironment({ NODE_ENV: 'test', ...settings }),
  });
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

describe('npm run purge', () => {
  it('stops with status 1 and one line where the database cannot be reached', async () => {
    const url = 'postgresql://nobody:secret-word@127.0.0.1:1/none';
    const { code, out, err } = await runPurge({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: url });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^SERVICE_DATABASE_URL: the database cannot be reached .+\n$/);
    expect(err).not.toContain('secret-word');
  });
});

describeOnOne('npm run purge', (runtime) => {
  const settings = (rt: TestRuntime) => ({
    SERVICE_ENV: 'dev',
    SERVICE_DATABASE_URL: rt.config.database.url,
  });

  it('prints what it removed', async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await insertEpisodes(rt.db.read, ['ep_a', 'ep_b', 'ep_c'], { tenant, at: OLD });
    await insertRecalls(rt.db.read, ['rc_a', 'rc_b'], { tenant, at: OLD });
    await insertJobs(rt.db.read, ids('job', 4), { tenant, at: OLD, status: 'failed' });
    await insertAudit(rt.db.read, ids('au', 1), { tenant, at: OLD });
    const { code, out, err } = await runPurge(settings(rt));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const removed = out.split('\n').filter((line) => /: [1-9]\d* removed/.test(line));
    expect(removed.map((line) => line.replace(/ \(before [\d:.T-]+Z\)|, dropped .*/g, ''))).toEqual([
      'episodes older than 90 days: 3 removed',
      'recalls older than 90 days: 2 removed',
      'finished jobs older than 90 days: 4 removed',
      'audit entries older than 365 days: 1 removed',
    ]);
  });

  it('runs beside a gateway at work, which loses and refuses nothing', { timeout: 60_000 }, async () => {
    const rt = runtime();
    const { tenant } = freshPrincipal();
    await insertEpisodes(rt.db.read, ids('ep', 2500), { tenant, at: OLD });
    let running = true;
    let written = 0;
    const work = async () => {
      for (; running; written += 1) {
        await rt.db.write((tx) => countUp(tx, tenant));
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const purging = runPurge(settings(rt)).finally(() => {
      running = false;
    });
    const [{ code, err }] = await Promise.all([purging, work()]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await countRows(rt.db.read, tenant)).toMatchObject({ episodes: 0, credits: 0, feedback: 0 });
    const row = await clientOf(rt.db.read).serviceState.findUniqueOrThrow({ where: { key: tenant } });
    expect(Number(row.value)).toBe(written);
    expect(written).toBeGreaterThan(20);
  });
});

/** A transaction that reads before it writes, as most of the gateway's do. */
async function countUp(tx: Parameters<typeof clientOf>[0], key: string): Promise<void> {
  const { serviceState } = clientOf(tx);
  const row = await serviceState.findUnique({ where: { key } });
  const value = String(Number(row?.value ?? 0) + 1);
  await serviceState.upsert({ where: { key }, create: { key, value }, update: { value } });
}
