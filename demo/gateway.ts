/** The gateway as a process of its own on a throw-away SQLite file, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/testing/free-port.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_DEADLINE_MS = 60_000;
const POLL_MS = 50;

export interface Gateway {
  readonly url: string;
  /** Its log, removed with everything else when it is closed. */
  readonly log: string;
  close(): Promise<void>;
}

/** Starts a gateway with these settings, and nothing of this process's environment but what any program needs. */
export async function openGateway(settings: Record<string, string>): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-demo-'));
  const port = settings['SERVICE_PORT'] ?? String(await freePort());
  const log = join(folder, 'gateway.log');
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
      SERVICE_DATABASE_URL: `file:${join(folder, 'demo.db')}`,
      ...settings,
      SERVICE_PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in a terminal reaches every process of the group: the gateway is to be told by the demonstration alone.
    detached: true,
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const killed = () => child.kill('SIGKILL');
  process.once('exit', killed);
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', killed);
    await new Promise((resolve) => file.end(resolve));
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, log);
  return { url, log, close };
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`the gateway did not start, see ${log}`);
}
