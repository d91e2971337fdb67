/**
 * Gateway processes on throw-away databases for scenarios that ask what a gateway does rather than how fast
 * it is. Closing the lab ends the processes and removes everything, in any state.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../server/platform/db/migrations/migrations.ts';
import { type Form, openDatabases } from './databases.ts';
import { startServer } from './processes.ts';

// A caller of the gateway's interface, and how many calls it makes at once.

/** A reply: its text, and what that means as JSON (undefined where it is none). */
export interface Reply {
  status: number;
  text: string;
  json: unknown;
}

export interface Client {
  url: string;
  /** Calls a path, and accepts any status. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
  /**
   * Calls a path that must answer 2xx; throws with the reply where it does not. The caller knows the body's
   * form.
   */
  ask<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

const AT_ONCE = 8;

function parseBody(response: Response, text: string): unknown {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? (JSON.parse(text) as unknown) : undefined;
}

/** A client for the gateway at `url`; `always` are headers of each call. */
export function createClient(url: string, always: Record<string, string> = {}): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...always, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, json: parseBody(response, text) };
  };
  return {
    url,
    call,
    async ask<Body>(method: string, path: string, body?: unknown) {
      const { status, text, json } = await call(method, path, body);
      if (status < 200 || status > 299) throw new Error(`${method} ${path} answered ${status}: ${text}`);
      return (json ?? text) as Body;
    },
  };
}

/** Does `work` for every item, a few at a time; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** A running gateway. */
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
