/**
 * The tables of Graphile Worker, the job queue on PostgreSQL: made and brought up to date by the library
 * itself. Loaded only where the database is PostgreSQL.
 */
import { Logger, runMigrations } from 'graphile-worker';
import { openPool } from '../postgresql-pool.ts';
import { MigrationError } from './migrations.ts';

/**
 * Brings the queue's schema at `url` up to date. Throws {@link MigrationError} where a newer version has been
 * there.
 */
export async function migrateQueue(url: string): Promise<void> {
  const pgPool = openPool({ connectionString: url, max: 1 });
  const exitCode = process.exitCode;
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) });
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsafe to continue')) {
      process.exitCode = exitCode;
      throw new MigrationError(error.message);
    }
    throw error;
  } finally {
    await pgPool.end();
  }
}
