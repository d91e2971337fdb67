/**
 * Writes beside a gateway into its database: what learning, time or long use would have brought about, and no
 * caller of the API can. In the tests' own process, because starting another takes longer than what it would
 * do.
 */
import { type Config, readConfig } from '../../server/platform/config/config.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';

/** Does `work` on the database of that URL, and closes it. */
export async function besideGateway<T>(
  databaseUrl: string,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: databaseUrl });
  const db = openDatabase(config.database);
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}
