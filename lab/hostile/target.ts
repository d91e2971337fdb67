/** The gateway that is attacked: a process of its own, as `npm start` runs it, that tells its stalls and its memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, ContractReply } from '../../server/testing/contract/contract-case.ts';
import { freePort, startOptions } from '../gateway/gateway-process.ts';
import type { Usage } from './watched-gateway.ts';

export const OPERATOR_KEY = 'hostile-bootstrap-key-0123456789';
/** A gateway that never answers is broken; one on a busy machine is not. */
const TIMEOUT_MS = 600_000;
/** The longest that the event loop may stand still through one attack, in time of the processor. */
export const STALL_BOUND_MS = 100;
/** What a gateway may hold at most, no matter what is sent. */
export const MOST_MEGABYTES = 900;
/** Longest wait of another caller on a machine that does other things as well. */
const PATIENCE_MS = 5000;

export interface Target {
  readonly url: string;
  readonly databaseUrl: string;
  /** How long another caller may have to wait. */
  readonly patienceMs: number;
  /** Ids of one tenant that another one was sent: it may have named things of its own so. */
  readonly idsSent: Set<string>;
  /** Stalls and memory since this was last asked. */
  usage(): Promise<Usage>;
  /** Calls as the operator in a tenant. */
  as(tenant: string, call: Call, headers?: Record<string, string>): Promise<ContractReply>;
  close(): Promise<void>;
}

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

/**
 * Asks as fetch does. A connection that is kept may be closed just as it is used again, which a slow machine makes
 * likely: then once more. A gateway that has ended does not answer that either.
 */
export async function request(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'UND_ERR_SOCKET' && attempt === 1) continue;
      throw new Error(`${init.method ?? 'GET'} ${url}: no answer (${code})`, { cause: error });
    }
  }
}

/** What broke a connection, in the words of the client. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
}

/** Starts a gateway with its dashboard; `databaseUrl` unless given is a throw-away SQLite file. */
export async function openTarget(databaseUrl?: string): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-hostile-'));
  const settings = { SERVICE_DATABASE_URL: databaseUrl ?? `file:${join(folder, 'service.db')}` };
  const port = await freePort();
  const child = fork(join(import.meta.dirname, 'watched-gateway.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SERVICE_ENV: 'dev',
      SERVICE_PORT: String(port),
      SERVICE_BOOTSTRAP_ADMIN_KEY: OPERATOR_KEY,
      // The limits of a caller would spare the gateway what is tried; they have tests of their own.
      SERVICE_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
      ...settings,
    },
    execArgv: startOptions(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child);
  const target: Target = {
    url,
    databaseUrl: settings.SERVICE_DATABASE_URL,
    patienceMs: PATIENCE_MS,
    idsSent: new Set(),
    async usage() {
      const told = once(child, 'message');
      child.send('usage');
      const [usage] = (await told) as [Usage];
      return usage;
    },
    async as(tenant, { method, path, body }, headers = {}) {
      const response = await request(url + path, {
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
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      if (child.exitCode === null && child.signalCode === null) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await loadModules(target);
  return target;
}

/** One request of each kind: the first loads its modules, which is nobody's attack. */
async function loadModules(target: Target): Promise<void> {
  const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const calls: Call[] = [
    { method: 'POST', path: '/mcp', body: mcp },
    { method: 'GET', path: '/api/trpc/session.me' },
    { method: 'GET', path: '/api/auth/csrf' },
    { method: 'GET', path: '/api/audit-export' },
    { method: 'POST', path: '/v1/traces', body: { resourceSpans: [] } },
    { method: 'GET', path: '/openapi.json' },
  ];
  for (const call of calls) {
    await target.as('first', call, { accept: 'application/json, text/event-stream' });
  }
}

/** Throws where the gateway ends before it answers. */
async function untilReady(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the gateway ended before it listened; what it said stands above');
  });
  await Promise.race([once(child, 'message'), ended]);
}

/** Runs `work`, which returns how often it tried and what did not hold, with a watch on the event loop. */
export async function attack(
  target: Target,
  name: string,
  work: () => Promise<{ tried: number; broken: string[] }>,
): Promise<Attack> {
  await target.usage();
  const result = await work();
  const { stallMilliseconds, peakBytes } = await target.usage();
  const stalled =
    stallMilliseconds > STALL_BOUND_MS
      ? [`the event loop stood still for ${stallMilliseconds.toFixed(0)} ms`]
      : [];
  return {
    name,
    tried: result.tried,
    broken: [...result.broken, ...stalled],
    stallMilliseconds,
    peakMegabytes: peakBytes / 2 ** 20,
  };
}
