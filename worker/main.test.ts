import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort, launch, temporaryDatabase } from '../lab/gateway/gateway-process.ts';
import { cloneDatabase } from '../server/testing/database/test-database.ts';
import { eventually } from '../server/testing/eventually.ts';
import { openTestRuntime } from '../server/testing/test-runtime.ts';
import { startHeartbeat } from './health.ts';

describe('npm run worker', () => {
  it('stops with status 1 and one line on SQLite, and leaves no database behind', async () => {
    const database = temporaryDatabase();
    onTestFinished(database.remove);
    const { ended } = launch('worker/main.ts', { SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: database.url });
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^SERVICE_DATABASE_URL: a standalone worker needs PostgreSQL; .+\n$/);
    expect(() => statSync(database.url.slice('file:'.length))).toThrow('ENOENT');
  });

  it('serves its metrics and nothing else, touches its heartbeat file, and ends on SIGTERM', async () => {
    const database = await cloneDatabase('postgresql');
    const folder = mkdtempSync(join(tmpdir(), 'whetstone-worker-'));
    onTestFinished(async () => {
      await database.remove();
      rmSync(folder, { recursive: true });
    });
    const port = await freePort();
    const heartbeat = join(folder, 'alive');
    const { child, ended, output } = launch('worker/main.ts', {
      SERVICE_ENV: 'dev',
      SERVICE_DATABASE_URL: database.url,
      SERVICE_WORKER_METRICS_PORT: String(port),
      SERVICE_WORKER_HEARTBEAT_FILE: heartbeat,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await eventually('it has started', () => output().includes('worker.started'));
    expect(Date.now() - statSync(heartbeat).mtimeMs).toBeLessThan(10_000);
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(metrics.status).toBe(200);
    const text = await metrics.text();
    expect(text).toContain('service_jobs_total');
    expect(text).toMatch(/^service_jobs_waiting\{kind="curate"\} 0$/m);
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_version_info',
    ])
      expect(text).toContain(`# TYPE ${name} gauge`);
    for (const path of ['/', '/healthz', '/v1/recall', '/metrics/x']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});

async function open(settings: (folder: string) => Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-heartbeat-'));
  const runtime = await openTestRuntime('sqlite', settings(folder));
  onTestFinished(async () => {
    await runtime.dispose();
    rmSync(folder, { recursive: true });
  });
  return { runtime, folder };
}

describe('the heartbeat of a worker', () => {
  afterEach(() => vi.useRealTimers());

  it('touches its file now and every 10 s until it ends', async () => {
    const { runtime, folder } = await open((at) => ({ SERVICE_WORKER_HEARTBEAT_FILE: join(at, 'alive') }));
    const touchedAt = (at: Date) => () =>
      statSync(join(folder, 'alive'), { throwIfNoEntry: false })?.mtimeMs === at.getTime();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const end = startHeartbeat(runtime);
    await eventually('the first', touchedAt(runtime.clock()));
    runtime.advance(10_000);
    vi.advanceTimersByTime(10_000);
    await eventually('the second', touchedAt(runtime.clock()));
    end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
