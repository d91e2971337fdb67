/**
 * Works beside a gateway on its database: what learning, time or long use would have brought about, and no caller of the
 * API can.
 */
import { type Principal, SCOPES } from '../../server/domain/principal.ts';
import { type Environment, readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { createRuntime, idFactory, type Runtime } from '../../server/platform/runtime.ts';

/** Who asks a gateway in dev without a credential. */
export const DEV: Principal = { tenant: 'dev', actor: 'dev', bucket: 'dev', scopes: new Set(SCOPES) };

/** A runtime with these variables, which logs nothing. Close its database afterwards. */
export function openRuntime(settings: Environment, clock: () => Date = () => new Date()): Runtime {
  const config = readConfig({ SERVICE_ENV: 'dev', ...settings });
  return createRuntime({
    ...{ config, clock, random: Math.random, newId: idFactory(clock, Math.random) },
    db: openDatabase(config.database),
    log: createLog('prod', { write: () => undefined }),
    metrics: createMetrics(),
  });
}

/** Does `work` with a runtime on the database, which must have its tables, and closes it. */
export async function besideGateway<T>(
  databaseUrl: string,
  work: (runtime: Runtime) => Promise<T>,
  settings: Environment = {},
): Promise<T> {
  const runtime = openRuntime({ SERVICE_DATABASE_URL: databaseUrl, ...settings });
  try {
    return await work(runtime);
  } finally {
    await runtime.db.close();
  }
}
