/** The gateways of the browser tests, each on a database of its own. */
import { randomBytes } from 'node:crypto';
import { startGateway, temporaryDatabase, untilPages } from '../../lab/gateway/gateway-process.ts';
import { ONE_DIALECT } from '../../server/testing/database/dialects.ts';
import { createDatabase } from '../../server/testing/database/postgres.ts';

export interface RunningGateway {
  url: string;
  databaseUrl: string;
}

export const OPERATOR_KEY = 'operator-key-of-the-browser-tests';

/** The settings of a gateway with sign-in. */
export const CLOSED_SETTINGS = {
  SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY,
  SERVICE_SESSION_SECRET: 'a-secret-of-the-browser-tests-only-0123456789',
};

/** A test calls faster than any client, and all of them call from one address. */
const USUAL_SETTINGS = {
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
};

/** A new database; on PostgreSQL in the server that `global-setup.ts` started. */
async function openDatabase(): Promise<{ url: string; remove: () => void }> {
  if (ONE_DIALECT === 'sqlite') return temporaryDatabase();
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('no PostgreSQL server was started');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  return { url: await createDatabase(server, name), remove: () => undefined };
}

export async function openGateway(
  settings: Record<string, string>,
): Promise<RunningGateway & { end: () => Promise<void> }> {
  const database = await openDatabase();
  const gateway = await startGateway({ ...USUAL_SETTINGS, SERVICE_DATABASE_URL: database.url, ...settings });
  await untilPages(gateway.url);
  return {
    url: gateway.url,
    databaseUrl: database.url,
    async end() {
      await gateway.end('SIGTERM');
      database.remove();
    },
  };
}
