/** Child processes that answer messages: the servers under measurement and the load generator. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Form } from './databases.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Recalled, RecallOrder } from './recaller.ts';

interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
  /** The most that it ever was. */
  peakBytes: number;
  /** The longest that the event loop stood still since this was last asked; 0 where nobody watches. */
  stallMilliseconds: number;
  /** Jobs that wait or run, and those that failed for good; 0 without a worker. */
  jobs: number;
  failedJobs: number;
}

export interface MeasuredServer {
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer] = (await answered) as [T];
  return answer;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

/** The server's address; throws where it ends without having told it. */
async function awaitAddress(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server ended before it listened; what it said stands above');
  });
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
  return url;
}

/** Without limits and without a holdout. */
export const UNLIMITED = {
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_HOLDOUT_RATE: '0',
};

/** What may differ between servers: environment variables, the file for logs, the folder with the build. */
export interface ServerOptions {
  settings?: Record<string, string>;
  log?: number;
  build?: string;
}

/** Starts a server of one form on a database; limits and the holdout are off, settings go over that. */
export async function startServer(
  form: Form,
  databaseUrl: string,
  { settings = {}, log, build = join(import.meta.dirname, '../..') }: ServerOptions = {},
): Promise<MeasuredServer> {
  const child = fork(join(build, 'lab/bench/server.ts'), [form], {
    cwd: build,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SERVICE_ENV: 'dev',
      SERVICE_DATABASE_URL: databaseUrl,
      ...UNLIMITED,
      ...settings,
    },
    stdio: ['ignore', log ?? 'ignore', 'inherit', 'ipc'],
  });
  return { url: await awaitAddress(child), usage: () => ask<Usage>(child, {}), stop: () => stop(child) };
}

/**
 * Asks for /healthz, one request after the other, until it is stopped; `stop` resolves with the longest wait
 * in ms.
 */
export function pollHealth(url: string): { stop(): Promise<number> } {
  let isOver = false;
  const polling = (async () => {
    let longest = 0;
    while (!isOver) {
      const started = performance.now();
      await (await fetch(`${url}/healthz`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - started);
    }
    return longest;
  })();
  return {
    stop() {
      isOver = true;
      return polling;
    },
  };
}

export function startLoad(): { run(order: LoadOrder): Promise<LoadResult>; stop(): Promise<void> } {
  const child = fork(join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return { run: (order) => ask<LoadResult>(child, order), stop: () => stop(child) };
}

/**
 * Starts a process that recalls at a steady pace once it is told to; a lap answers with what was taken since
 * the last.
 */
export function startRecaller(): {
  start(order: RecallOrder): void;
  lap(): Promise<Recalled>;
  stop(): Promise<void>;
} {
  const script = join(import.meta.dirname, 'recaller.ts');
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    start: (order) => void child.send(order),
    lap: async () => {
      const answered = once(child, 'message');
      child.send('lap');
      const [taken] = (await answered) as [Recalled];
      return taken;
    },
    stop: () => stop(child),
  };
}
