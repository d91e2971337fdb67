/** The gateway as a process of its own on a throw-away SQLite file, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/testing/gateway-process.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_DEADLINE_MS = 60_000;
const POLL_MS = 50;
/** How much of its log is kept, to be shown where it does not start. */
const KEPT_CHUNKS = 20;
const SHOWN_LOG = 2000;

export interface Gateway {
  readonly url: string;
  /** The end of its log. */
  lastWords(): string;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a gateway with these settings, and nothing of this process's environment but what any program needs.
 */
export async function openGateway(settings: Record<string, string>): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-demo-'));
  const port = String(await portNear(settings['SERVICE_PORT']));
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
      SERVICE_DATABASE_URL: `file:${join(folder, 'demo.db')}`,
      ...settings,
      SERVICE_PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in a terminal reaches every process of the group: the gateway is to be told by the demonstration
    // alone.
    detached: true,
  });
  const said: string[] = [];
  const lastWords = () => said.join('').slice(-SHOWN_LOG);
  const keep = (chunk: Buffer) => said.splice(0, said.length, ...said.slice(-KEPT_CHUNKS), chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // However this process ends, nothing of the demonstration stays behind.
  const abandon = () => {
    child.kill('SIGKILL');
    remove();
  };
  process.once('exit', abandon);
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', abandon);
    remove();
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await isReady(url, child))) {
    await close();
    throw new Error(`the gateway did not start on ${url}:\n${lastWords()}`);
  }
  return { url, lastWords, close };
}

/**
 * Works with a gateway that is closed afterwards; where that fails, the error comes with what the gateway
 * said last.
 */
export async function withGateway<T>(
  settings: Record<string, string>,
  work: (gateway: Gateway) => Promise<T>,
): Promise<T> {
  const gateway = await openGateway(settings);
  try {
    return await work(gateway);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${error}\nThe gateway said last:\n${gateway.lastWords()}`, { cause: thrown });
  } finally {
    await gateway.close();
  }
}

/**
 * The wanted port, or another one where somebody has it: what answers there is not the gateway that was
 * started.
 */
async function portNear(wanted: string | undefined): Promise<number> {
  if (wanted === undefined) return await freePort();
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(Number(wanted), '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? Number(wanted) : await freePort();
}

/** Waits until the gateway may be used; false where it ends instead, or takes too long. */
async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const answers = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return child.exitCode === null;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
