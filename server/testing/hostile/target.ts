/** The gateway that is attacked: a process of its own that tells how long its event loop stood still. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MeasuredServer, startServer } from '../../../bench/processes.ts';
import type { Call, ContractReply } from '../contract/contract-case.ts';

export const OPERATOR_KEY = 'hostile-bootstrap-key-0123456789';
const TIMEOUT_MS = 60_000;

export interface Target {
  readonly server: MeasuredServer;
  readonly databaseUrl: string;
  /** Calls as the operator in a tenant. */
  as(tenant: string, call: Call, headers?: Record<string, string>): Promise<ContractReply>;
  close(): Promise<void>;
}

/** How an attack went. */
export interface Attack {
  name: string;
  tried: number;
  /** What did not hold. */
  broken: string[];
  /** The longest stall of the event loop meanwhile. */
  stallMilliseconds: number;
  /** The most that the gateway has held so far. */
  peakMegabytes: number;
}

export const operatorIn = (tenant: string) => ({
  authorization: `Bearer ${OPERATOR_KEY}`,
  'x-tenant-id': tenant,
});

/** Starts a gateway with the dashboard's procedures; `databaseUrl` unless given is a throw-away SQLite file. */
export async function openTarget(databaseUrl?: string): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-hostile-'));
  const url = databaseUrl ?? `file:${join(folder, 'service.db')}`;
  const server = await startServer('watched', url, {
    settings: { SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY },
  });
  return {
    server,
    databaseUrl: url,
    async as(tenant, { method, path, body }, headers = {}) {
      const response = await fetch(server.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...operatorIn(tenant), ...headers },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
      return { status: response.status, headers: response.headers, text, json };
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `work`, which returns how often it tried and what did not hold, with a watch on the event loop. */
export async function attack(
  { server }: Target,
  name: string,
  work: () => Promise<{ tried: number; broken: string[] }>,
): Promise<Attack> {
  await server.usage();
  const result = await work();
  const { stallMilliseconds, peakBytes } = await server.usage();
  return { name, ...result, stallMilliseconds, peakMegabytes: peakBytes / 2 ** 20 };
}
