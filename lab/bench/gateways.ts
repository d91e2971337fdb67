/**
 * Gateway processes on throw-away databases for scenarios that ask what a gateway does rather than how fast
 * it is. Closing the lab ends the processes and removes everything, in any state.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { type Client, createClient } from '../gateway/api-client.ts';
import { type Form, openDatabases } from './databases.ts';
import { startServer } from './processes.ts';

export interface Gateway extends Client {
  /** Jobs that wait or run. */
  jobs(): Promise<number>;
  stop(): Promise<void>;
}

export interface Lab {
  /**
   * Starts a gateway on the database `name`, which is made when it is first named; `settings` are environment
   * variables. It has a worker when `form` is `learning`.
   */
  gateway(name: string, settings?: Record<string, string>, form?: Form): Promise<Gateway>;
  /** The last lines that the gateways logged, for the error that a reply does not explain. */
  lastLogged(): string;
  close(): Promise<void>;
}

const LAST_LINES = 30;

/** Opens a lab whose databases are of one kind. */
export async function openLab(dialect: Dialect): Promise<Lab> {
  const databases = await openDatabases(dialect);
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-lab-'));
  const logFile = join(folder, 'gateway.log');
  const log = openSync(logFile, 'a');
  const running = new Set<{ stop(): Promise<void> }>();
  return {
    async gateway(name, settings = {}, form = 'gateway') {
      const server = await startServer(form, await databases.url(name), { settings, log });
      running.add(server);
      const stop = async () => {
        if (running.delete(server)) await server.stop();
      };
      const jobs = async () => (await server.usage()).jobs;
      return { ...createClient(server.url), jobs, stop };
    },
    lastLogged: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    async close() {
      const servers = [...running];
      running.clear();
      await Promise.all(servers.map((server) => server.stop()));
      await databases.close();
      closeSync(log);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
