/** Works beside a server on its database: what learning, time or long use would have brought about. */
import { type Principal, SCOPES } from '../server/domain/principal.ts';
import { type Environment, readConfig } from '../server/platform/config/config.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { migrate } from '../server/platform/db/migrations/migrate.ts';
import { createLog } from '../server/platform/log/log.ts';
import { createMetrics } from '../server/platform/metrics/metrics.ts';
import { createRuntime, type Runtime, systemTime } from '../server/platform/runtime.ts';

/** Who asks a server in dev without a credential. */
export const WHO: Principal = { tenant: 'dev', actor: 'dev', bucket: 'dev', scopes: new Set(SCOPES) };

/** Does `work` with a runtime on the database, which has its tables then, and closes it. */
export async function besideServer<T>(
  databaseUrl: string,
  settings: Environment,
  work: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: databaseUrl, ...settings });
  await migrate(config.database.url);
  const db = openDatabase(config.database);
  const log = createLog('prod', { write: () => undefined });
  try {
    return await work(createRuntime({ config, db, log, metrics: createMetrics(), ...systemTime() }));
  } finally {
    await db.close();
  }
}
