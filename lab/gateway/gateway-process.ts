/** The real gateway process, as `npm start` runs it, for tests that need its life and death or a browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_DEADLINE_MS = 60_000;
const PAGES_DEADLINE_MS = 180_000;
/** How much of what a gateway said stands in an error. */
const SHOWN_LOG = 2000;

type Settings = Record<string, string>;

/** Resolves when the pages of a gateway are built, which the first request for one begins. */
export async function untilPages(url: string): Promise<void> {
  const deadline = Date.now() + PAGES_DEADLINE_MS;
  while ((await fetch(`${url}/sign-in`, { headers: { accept: 'text/html' } })).status === 503) {
    if (Date.now() > deadline) throw new Error('the pages are not ready');
  }
}

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

/**
 * The environment of a process that a test starts: `settings`, and nothing of the test's own but where programs and the
 * home are, and where Node keeps what it compiled for the next process (`scripts/test.mjs` says).
 */
export function bareEnvironment(settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', NODE_COMPILE_CACHE, ...settings };
}

/** Runs a script of the project under the test's own Node, with exactly the given settings. */
export function launch(script: string, settings: Settings, ...words: string[]): Launched {
  return launchNode([join(ROOT, script), ...words], settings);
}

/**
 * Runs the test's own Node with these arguments. Ctrl-C in a terminal reaches every process of a group: one that is
 * detached is told by this process alone.
 */
function launchNode(args: readonly string[], settings: Settings, detached = false): Launched {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: bareEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
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

/** Starts what `npm start` starts, under the options that it gives to Node, on a free port. */
export async function launchInstallation(settings: Settings): Promise<Launched & { url: string }> {
  const port = String(await freePort());
  const args = [...startOptions(), join(ROOT, 'scripts/start.mjs')];
  const launched = launchNode(args, { SERVICE_ENV: 'dev', SERVICE_PORT: port, ...settings });
  return { ...launched, url: `http://127.0.0.1:${port}` };
}

/** The options that `npm start` gives to Node. */
export function startOptions(): string[] {
  const file = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  return scripts.start.match(/--\S+/g) ?? [];
}

/** Waits until the gateway at `url` may be used; kills it and throws where it never may. */
export async function untilReady(
  url: string,
  { child, ended }: Launched,
  deadlineMs = READY_DEADLINE_MS,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  const { code, output } = await ended;
  throw new Error(`the gateway did not become ready (exit code ${code}):\n${output}`);
}

/**
 * Starts a gateway in dev mode on a free port; `settings` go over that. It prepares its pages when the first is asked
 * for, as `npm start` does. What is not built is built then, which takes longer than a test waits.
 * Where another program has taken the free port meanwhile, it takes another one.
 */
export async function startGateway(settings: Settings, attempts = 3): Promise<GatewayProcess> {
  const port = await freePort();
  const launched = launch('server/main.ts', { SERVICE_ENV: 'dev', SERVICE_PORT: String(port), ...settings });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, launched);
  } catch (error) {
    if (attempts > 1 && launched.output().includes(`:${port} is in use`))
      return await startGateway(settings, attempts - 1);
    throw error;
  }
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

/**
 * Works with a gateway on a throw-away SQLite file, which goes afterwards however this process ends. Where the work fails,
 * the error comes with what the gateway said last.
 */
export async function withGateway<T>(
  settings: Settings,
  work: (gateway: { url: string }) => Promise<T>,
): Promise<T> {
  const database = temporaryDatabase();
  const port = await portNear(Number(settings['SERVICE_PORT'] ?? 0));
  const variables = { SERVICE_DATABASE_URL: database.url, ...settings, SERVICE_PORT: String(port) };
  const { child, ended, output } = launchNode([join(ROOT, 'server/main.ts')], variables, true);
  const abandon = () => {
    child.kill('SIGKILL');
    database.remove();
  };
  process.once('exit', abandon);
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, { child, ended, output });
    return await work({ url });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${error}\nThe gateway said last:\n${output().slice(-SHOWN_LOG)}`, { cause: thrown });
  } finally {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', abandon);
    database.remove();
  }
}

/** The wanted loopback port, or another one where somebody has it. */
async function portNear(wanted: number): Promise<number> {
  return await freePort(wanted).catch(() => freePort());
}

/** Asks the system for a loopback port that nothing listens on, unless one is named, and gives it back at once. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
