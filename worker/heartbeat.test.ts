import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../server/testing/jobs.ts';
import { openTestRuntime } from '../server/testing/test-runtime.ts';
import { startHeartbeat } from './heartbeat.ts';

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

  it('says in the log that the file cannot be written', async () => {
    const { runtime } = await open((at) => ({ SERVICE_WORKER_HEARTBEAT_FILE: join(at, 'none', 'alive') }));
    startHeartbeat(runtime)();
    await eventually('a line', () => runtime.lines.length > 0);
    expect(runtime.lines).toMatchObject([{ event: 'worker.heartbeat_failed', code: 'ENOENT' }]);
  });

  it('does nothing without a file', async () => {
    const { runtime } = await open(() => ({}));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    startHeartbeat(runtime);
    expect(vi.getTimerCount()).toBe(0);
  });
});
