/** The real gateway process, as `npm start` runs it, for tests that need its life and death or a browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_DEADLINE_MS = 60_000;
/** Where Node keeps the sources as it has compiled them: a process starts with half the work, from the second on. */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') };

type Settings = Record<string, string>;

/** How a process ended, and what it said. */
interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

export interface GatewayProcess {
  url: string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}

export interface Launched {
  child: ChildProcess;
  ended: Promise<Ending>;
  output: () => string;
}

/** Runs a script of the project under the test's own Node, with exactly the given settings. */
export function launch(script: string, settings: Settings, ...words: string[]): Launched {
  const child = spawn(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...COMPILED, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended, output: () => output };
}

/** Waits until the gateway at `url` may be used; kills it and throws where it never may. */
export async function untilReady(url: string, { child, output }: Launched): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the gateway did not become ready:\n${output()}`);
}

/**
 * Starts a gateway in dev mode on a free port, with its pages; `settings` go over that. What is not built is
 * built first, which takes longer than this waits.
 */
export async function startGateway(settings: Settings): Promise<GatewayProcess> {
  const port = await freePort();
  const usual = { SERVICE_ENV: 'dev', SERVICE_DASHBOARD_AT_START: 'true', SERVICE_PORT: String(port) };
  const launched = launch('server/main.ts', { ...usual, ...settings });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, launched);
  return {
    url,
    async end(signal) {
      launched.child.kill(signal);
      return await launched.ended;
    },
  };
}

/** A folder for a throw-away SQLite file: its URL, and how to remove it. */
export function temporaryDatabase(): { url: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-process-'));
  return {
    url: `file:${join(folder, 'service.db')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

// A loopback port that nothing listens on.

/** Asks the system for a port and gives it back at once. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
