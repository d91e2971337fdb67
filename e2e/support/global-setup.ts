import { ONE_DIALECT } from '../../server/testing/database/dialects.ts';
import { startPostgres } from '../../server/testing/database/postgres.ts';
import { servePages } from './agent-pages.ts';
import { CLOSED_SETTINGS, openGateway } from './gateways.ts';

/** Once per run: the gateway that all tests share, and PostgreSQL where they run on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const needsServer = ONE_DIALECT === 'postgresql' && process.env.TEST_DATABASE_URL === undefined;
  const server = needsServer ? await startPostgres() : undefined;
  if (server !== undefined) process.env.TEST_DATABASE_URL = server.url;
  // From here on: a port that is only given back would be taken before its test begins.
  const { origin: agentOrigin, close } = await servePages();
  const gateway = await openGateway({
    ...CLOSED_SETTINGS,
    // What is approved is served to everybody.
    SERVICE_HOLDOUT_RATE: '0',
    SERVICE_WEBHOOK_ALLOWED_HOSTS: '["127.0.0.1"]',
    SERVICE_CORS_ORIGINS: JSON.stringify([agentOrigin]),
  });
  process.env.E2E_GATEWAY = JSON.stringify({
    url: gateway.url,
    databaseUrl: gateway.databaseUrl,
    agentOrigin,
  });
  return async () => {
    close();
    await gateway.end();
    await server?.stop();
  };
}
