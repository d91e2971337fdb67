import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../server/testing/free-port.ts';
import { launch, temporaryDatabase } from '../server/testing/gateway-process.ts';
import { eventually } from '../server/testing/jobs.ts';
import { cloneDatabase } from '../server/testing/test-database.ts';

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

  it('stops with status 1 and one line where the configuration cannot be used', async () => {
    const { ended } = launch('worker/main.ts', { SERVICE_ENV: 'dev', SERVICE_JOB_LEASE_SECONDS: '4' });
    expect(await ended).toMatchObject({
      code: 1,
      output: 'SERVICE_JOB_LEASE_SECONDS: "4" is not allowed; allowed: a whole number from 5 to 86400\n',
    });
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
    expect(await metrics.text()).toContain('service_jobs_total');
    for (const path of ['/', '/healthz', '/v1/recall', '/metrics/x']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    }
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});
