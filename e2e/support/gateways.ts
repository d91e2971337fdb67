/**
 * The gateways of a worker. All tests have the same fixtures of the worker: with others, Playwright would start another
 * worker, with its own browser, whenever the next test has another gateway.
 */

import { type GatewayProcess, startGateway } from '../../lab/gateway/gateway-process.ts';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { openDatabase } from './databases.ts';

export type RunningGateway = GatewayProcess & { databaseUrl: string };

/** What differs between the gateways of the tests. */
export interface GatewayOptions {
  dialect: Dialect;
  settings: Record<string, string>;
}

/** A test calls faster than any client, and all of them call from one address; none of them waits for the first page. */
const USUAL_SETTINGS = {
  SERVICE_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
  SERVICE_DASHBOARD_AT_START: 'true',
};

/** How many are kept: two are used in turn by most files, and each takes about 300 MB. */
const KEPT = 2;

interface Kept {
  gateway: RunningGateway;
  end: () => Promise<void>;
}

export class Gateways {
  /** By their options, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();

  /** The gateway with these options, which is started where none runs. */
  async with(options: GatewayOptions): Promise<RunningGateway> {
    const key = JSON.stringify(options);
    const kept = this.#kept.get(key) ?? (await this.#start(options));
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.gateway;
  }

  async #start({ dialect, settings }: GatewayOptions): Promise<Kept> {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= KEPT) await this.#endOne(oldest);
    const database = await openDatabase(dialect);
    const gateway = await startGateway({
      ...USUAL_SETTINGS,
      SERVICE_DATABASE_URL: database.url,
      ...settings,
    });
    return {
      gateway: { ...gateway, databaseUrl: database.url },
      async end() {
        await gateway.end('SIGTERM');
        await database.remove();
      },
    };
  }

  async #endOne(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    await kept?.end();
  }

  async end(): Promise<void> {
    for (const key of [...this.#kept.keys()]) await this.#endOne(key);
  }
}
