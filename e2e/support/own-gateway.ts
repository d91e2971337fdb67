/** Browser tests against a gateway of other settings, or on another database, than the one that all share. */
import { startGateway, temporaryDatabase } from '../../server/testing/gateway-process.ts';
import { startPostgres } from '../../server/testing/postgres.ts';
import { test as it } from './fixtures.ts';

interface OwnDatabase {
  url: string;
  remove(): Promise<void>;
}

async function onPostgres(): Promise<OwnDatabase> {
  const { url, stop } = await startPostgres();
  return { url, remove: stop };
}

function onSqlite(): Promise<OwnDatabase> {
  const { url, remove } = temporaryDatabase();
  return Promise.resolve({ url, remove: () => Promise.resolve(remove()) });
}

const START_MS = 90_000;

/** The tests' frame with a gateway of these settings; everything else is as in fixtures.ts. */
export function testWith(settings: Record<string, string>, dialect: 'sqlite' | 'postgresql' = 'sqlite') {
  return it.extend<object, object>({
    gateway: [
      async ({ browserName: _browser }, use) => {
        const database = dialect === 'sqlite' ? await onSqlite() : await onPostgres();
        const gateway = await startGateway({ SERVICE_DATABASE_URL: database.url, ...settings });
        await use({ ...gateway, databaseUrl: database.url });
        await gateway.end('SIGTERM');
        await database.remove();
      },
      { scope: 'worker', timeout: START_MS },
    ],
  });
}
