/** Databases that a run of the browser tests has for itself, on either engine. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { temporaryDatabase } from '../../server/testing/gateway-process.ts';
import { startPostgres } from '../../server/testing/postgres.ts';

export const DIALECTS = ['sqlite', 'postgresql'] as const;
export type Dialect = (typeof DIALECTS)[number];

interface OwnDatabase {
  url: string;
  remove: () => void | Promise<void>;
}

async function createDatabase(server: string): Promise<string> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** A database of this run; a PostgreSQL server is started unless TEST_DATABASE_URL names one. */
export async function openDatabase(dialect: Dialect): Promise<OwnDatabase> {
  if (dialect === 'sqlite') return temporaryDatabase();
  const named = process.env.TEST_DATABASE_URL;
  if (named !== undefined) return { url: await createDatabase(named), remove: () => undefined };
  const server = await startPostgres();
  return { url: await createDatabase(server.url), remove: () => server.stop() };
}
