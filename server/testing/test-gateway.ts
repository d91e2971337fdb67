/**
 * A whole gateway without the dashboard on a free loopback port: what a client sees, on a database of its
 * own.
 */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe } from 'vitest';
import { callJson, type Reply } from '../../lab/gateway/api-client.ts';
import { listen } from '../api/socket/lifecycle.ts';
import { type Fallback, requestListener } from '../api/socket/listener.ts';
import { answerUnreadable, SERVER_OPTIONS } from '../api/socket/unreadable.ts';
import type { Environment } from '../platform/config/config.ts';
import type { Dialect } from '../platform/db/migrations/migrations.ts';
import { DIALECTS, ONE_DIALECT } from './database/dialects.ts';
import { openTestRuntime, type TestRuntime } from './test-runtime.ts';

/** The bootstrap key of a test gateway that asks for credentials. */
export const TEST_BOOTSTRAP_KEY = 'test-bootstrap-key-0123456789';

export interface TestGateway {
  url: string;
  runtime: TestRuntime;
  /** Calls a path; `body` is sent as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Stands for the dashboard where a test needs none. */
const nothing: Fallback = (_message, response) => Promise.resolve(void response.writeHead(404).end());

/**
 * Opens a gateway; `settings` are environment variables over the dev defaults, a free port unless they name
 * one. `fallback` answers what would go to the dashboard.
 */
export async function openTestGateway(
  dialect: Dialect,
  settings: Environment = {},
  fallback: Fallback = nothing,
): Promise<TestGateway> {
  const runtime = await openTestRuntime(dialect, settings);
  const server = createServer(SERVER_OPTIONS);
  server.on('request', requestListener(runtime, fallback));
  answerUnreadable(runtime, server);
  const url = await listen(server, '127.0.0.1', Number(settings.SERVICE_PORT ?? 0));
  return {
    url,
    runtime,
    call: (method, path, { body, headers } = {}) => callJson(url + path, method, body, headers),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.dispose();
    },
  };
}

type GatewayTests = (gateway: () => TestGateway, dialect: Dialect) => void;

/** Describes `tests` once per engine, each with a gateway that is opened before and closed after them. */
export function describeGatewayOnBoth(name: string, tests: GatewayTests, settings: Environment = {}): void {
  describeOn(DIALECTS, name, tests, settings);
}

/** As {@link describeGatewayOnBoth}, on {@link ONE_DIALECT}: what the socket and the protocols do is one for both. */
export function describeGateway(name: string, tests: GatewayTests, settings: Environment = {}): void {
  describeOn([ONE_DIALECT], name, tests, settings);
}

function describeOn(
  dialects: readonly Dialect[],
  name: string,
  tests: GatewayTests,
  settings: Environment,
): void {
  describe.each(dialects)(`${name} (%s)`, (dialect) => {
    let gateway: TestGateway | undefined;
    beforeAll(async () => {
      gateway = await openTestGateway(dialect, settings);
    });
    afterAll(async () => {
      await gateway?.close();
    });
    tests(() => {
      if (gateway === undefined) throw new Error('the gateway is opened before each suite');
      return gateway;
    }, dialect);
  });
}
