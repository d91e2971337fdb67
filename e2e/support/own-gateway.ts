/** Browser tests against a gateway of other settings, or on another database, than the one that all share. */
import { startGateway } from '../../server/testing/gateway-process.ts';
import { type Dialect, openDatabase } from './databases.ts';
import { test as it, UNLIMITED } from './fixtures.ts';

const START_MS = 90_000;

/** The tests' frame with a gateway of these settings; everything else is as in fixtures.ts. */
export function testWith(settings: Record<string, string>, dialect: Dialect = 'sqlite') {
  return it.extend<object, object>({
    gateway: [
      async ({ browserName: _browser }, use) => {
        const database = await openDatabase(dialect);
        const gateway = await startGateway({ ...UNLIMITED, SERVICE_DATABASE_URL: database.url, ...settings });
        await use({ ...gateway, databaseUrl: database.url });
        await gateway.end('SIGTERM');
        await database.remove();
      },
      { scope: 'worker', timeout: START_MS },
    ],
  });
}
