/** Child processes that answer messages: the servers under measurement and the load generator. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Form } from './forms.ts';
import type { LoadOrder, LoadResult } from './load.ts';

export interface Usage {
  cpuMicroseconds: number;
  residentBytes: number;
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
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Starts a server of one form on a database; limits and the holdout are off. */
export async function startServer(form: Form, databaseUrl: string): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [form], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SERVICE_ENV: 'dev',
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_HOLDOUT_RATE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { url, usage: () => ask<Usage>(child, {}), stop: () => stop(child) };
}

/** Starts the load generator. */
export function startLoad(): { run(order: LoadOrder): Promise<LoadResult>; stop(): Promise<void> } {
  const child = fork(join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return { run: (order) => ask<LoadResult>(child, order), stop: () => stop(child) };
}
