import { startPostgres } from '../../server/testing/database/postgres.ts';

/** Once per run: a PostgreSQL server for all specs, unless TEST_DATABASE_URL names one. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL !== undefined) return () => Promise.resolve();
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  return () => server.stop();
}
