/**
 * Where an evaluation happens: a temporary folder, throw-away databases and the gateway processes on them. Closing it
 * ends and removes everything, in whatever state it is.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Dialect } from '../../server/platform/db/migrations.ts';
import { startPostgres } from '../../server/testing/database/postgres.ts';
import type { Form } from '../databases.ts';
import { startServer } from '../processes.ts';
import { type Client, clientOf } from './client.ts';

/** A running gateway. */
export interface Gateway extends Client {
  /** Jobs that wait or run. */
  jobs(): Promise<number>;
  stop(): Promise<void>;
}

export interface Lab {
  readonly dialect: Dialect;
  /** A path in the temporary folder. */
  file(name: string): string;
  /**
   * Starts a gateway on the database `name`, which is made when it is first named; `settings` are environment variables. It
   * has a worker where `form` is `learning`.
   */
  gateway(name: string, settings?: Record<string, string>, form?: Form): Promise<Gateway>;
  /** The last lines that the gateways logged, for the fault that a reply does not explain. */
  lastLogged(): string;
  close(): Promise<void>;
}

const LAST_LINES = 30;

/** Makes the PostgreSQL database `name` on the server at `url` and returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.toString();
}

/** Opens a lab whose databases are of one kind. */
export async function openLab(dialect: Dialect): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-eval-'));
  const server = dialect === 'postgresql' ? await startPostgres() : null;
  const logFile = join(folder, 'gateway.log');
  const log = openSync(logFile, 'a');
  const databases = new Map<string, string>();
  const running = new Set<{ stop(): Promise<void> }>();
  const urlOf = async (name: string): Promise<string> => {
    const known = databases.get(name);
    const url =
      known ??
      (server === null ? `file:${join(folder, `${name}.db`)}` : await createDatabase(server.url, name));
    databases.set(name, url);
    return url;
  };
  return {
    dialect,
    file: (name) => join(folder, name),
    async gateway(name, settings = {}, form = 'gateway') {
      const process = await startServer(form, await urlOf(name), { settings, log });
      running.add(process);
      const stop = async () => {
        if (running.delete(process)) await process.stop();
      };
      const jobs = async () => (await process.usage()).jobs;
      return { ...clientOf(process.url), jobs, stop };
    },
    lastLogged: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    async close() {
      const processes = [...running];
      running.clear();
      await Promise.all([...processes.map((process) => process.stop()), server?.stop()]);
      closeSync(log);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
