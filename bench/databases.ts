/** Durable databases for a measurement: what is measured must include the wait for the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Dialect } from '../server/platform/db/migrations.ts';
import { clientOf, type Tx } from '../server/platform/db/prisma.ts';
import { startPostgres } from '../server/testing/database/postgres.ts';

export interface Databases {
  /** The URL of the database `name`, which is empty when it is first named. */
  url(name: string): Promise<string>;
  /** Removes all of them. */
  close(): Promise<void>;
}

/** Makes the PostgreSQL database `name` on the server at `url` and returns its URL. */
async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.toString();
}

/** A temporary folder of SQLite files, or a PostgreSQL server of its own. */
export async function openDatabases(dialect: Dialect): Promise<Databases> {
  const known = new Map<string, string>();
  const keep = async (name: string, make: () => Promise<string>) => {
    const url = known.get(name) ?? (await make());
    known.set(name, url);
    return url;
  };
  if (dialect === 'postgresql') {
    const { url, stop } = await startPostgres({ durable: true });
    return { url: (name) => keep(name, () => createDatabase(url, name)), close: stop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-bench-'));
  return {
    url: (name) => keep(name, () => Promise.resolve(`file:${join(folder, `${name}.db`)}`)),
    close: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

// The forms of server that are measured; apart from the server itself, which starts on import.

/** Measured beside each other, one request at a time. */
export const FORMS = ['gateway', 'bare', 'insert'] as const;
/**
 * `learning` is the gateway with its embedded worker, `parse` a handler that does no more than read JSON,
 * `watched` the gateway with the dashboard's procedures, which tells how long its event loop stood still.
 */
export type Form = (typeof FORMS)[number] | 'learning' | 'parse' | 'watched';

const TEXT = 'x'.repeat(800);

/** The floor's one insert: a row of the same table and size as a recall writes, through the same client. */
export function floorStore(tx: Tx) {
  const { recall } = clientOf(tx);
  return {
    async insert(id: string): Promise<void> {
      await recall.create({
        data: {
          tenant: 'floor',
          id,
          agentId: 'default',
          query: TEXT,
          holdout: false,
          applied: true,
          skills: TEXT,
          memories: TEXT,
          createdAt: new Date(),
        },
      });
    },
  };
}
