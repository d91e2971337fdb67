/**
 * How much memory a gateway holds that `npm start` has started: at once, after recalls over much knowledge, and
 * after a page was shown. Agents that show no page must not pay for pages.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { freePort } from '../../server/testing/gateway-process.ts';
import { loadKnowledge } from '../load-knowledge.ts';
import { startLoad, startServer } from '../processes.ts';
import { LARGE, SCENARIOS } from '../scenarios.ts';

const ROOT = join(import.meta.dirname, '../..');
const RECALLS = 10_000;
const AIM_MEGABYTES = 200;
const DEADLINE_MS = 600_000;

export interface MemoryResult {
  dialect: Dialect;
  started: number;
  recalled: number;
  page: number;
}

/** The options of Node that `npm start` sets. */
function nodeOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.match(/--\S+/g) ?? [];
}

function residentMegabytes(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

async function untilOk(url: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer in time`);
}

/** Measures on a database that another process has filled, since filling it takes memory too. */
export async function memoryScenario(dialect: Dialect, databaseUrl: string): Promise<MemoryResult> {
  const filler = await startServer('gateway', databaseUrl);
  await loadKnowledge(filler.url, LARGE);
  await filler.stop();
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeOptions(), join(ROOT, 'scripts/start.mjs')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      SERVICE_ENV: 'dev',
      SERVICE_PORT: String(port),
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_IP_RATE_LIMIT_PER_MINUTE: '0',
      SERVICE_HOLDOUT_RATE: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const load = startLoad();
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilOk(`${url}/readyz`);
    const started = residentMegabytes(child.pid);
    const scenario = SCENARIOS.find(({ name }) => name === 'recall 2,000/500');
    if (scenario === undefined) throw new Error('there is no such scenario');
    const { requests } = scenario;
    const { failed } = await load.run({ url, requests, connections: 16, amount: RECALLS });
    if (failed > 0) throw new Error(`${failed} recalls failed`);
    const recalled = residentMegabytes(child.pid);
    await untilOk(`${url}/review`);
    return { dialect, started, recalled, page: residentMegabytes(child.pid) };
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.all([ended, load.stop()]);
  }
}

/** The measured memory beside its aim. */
export function memoryLine({ dialect, started, recalled, page }: MemoryResult): string {
  const mark = recalled > AIM_MEGABYTES ? '  ← above' : '';
  return (
    `${dialect}: ${recalled.toFixed(0)} MB (aim ${AIM_MEGABYTES}) resident after ${RECALLS.toLocaleString('en')} recalls ` +
    `at 2,000/500, ${started.toFixed(0)} MB before; the dashboard adds ${(page - recalled).toFixed(0)} MB${mark}`
  );
}
