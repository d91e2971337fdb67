/**
 * What the largest exports of traces cost a gateway: CPU beside that of a handler which only reads the JSON,
 * memory, and how long another caller waits meanwhile. Each shape has processes of its own, as a process
 * never gives its peak back.
 */
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import type { Databases, Form } from '../databases.ts';
import { type MeasuredServer, pollHealth, startServer } from '../processes.ts';
import { textTable } from '../text-table.ts';
import { PAYLOADS, type Payload } from './payloads.ts';

/**
 * Bounds that are aimed at for an export of 4 MB, whatever is in it, by the clock of a machine with nothing
 * else to do.
 */
const AIM = { milliseconds: 2000, megabytes: 200 };

interface Cost {
  milliseconds: number;
  cpuMilliseconds: number;
  /** Above what the warm process had before. */
  peakMegabytes: number;
  /** The longest that a small request had to wait. */
  stallMilliseconds: number;
}

interface TraceRow extends Cost {
  name: string;
  floor: Cost;
}

export interface TracesResult {
  dialect: Dialect;
  rows: TraceRow[];
}

const WARM_UP = JSON.stringify({ resourceSpans: [] });
const WARM_UPS = 20;

async function post(url: string, { body, headers }: Pick<Payload, 'headers'> & { body: BodyInit }) {
  const response = await fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the export was answered with ${response.status}`);
}

async function costOn(server: MeasuredServer, { body, headers }: Payload): Promise<Cost> {
  for (let n = 0; n < WARM_UPS; n += 1) await post(server.url, { body: WARM_UP, headers: {} });
  const before = await server.usage();
  const others = pollHealth(server.url);
  const started = performance.now();
  await post(server.url, { body: new Uint8Array(body), headers });
  const milliseconds = performance.now() - started;
  const stallMilliseconds = await others.stop();
  const after = await server.usage();
  return {
    milliseconds,
    cpuMilliseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / 1000,
    peakMegabytes: (after.peakBytes - before.residentBytes) / 2 ** 20,
    stallMilliseconds,
  };
}

async function cost(form: Form, databaseUrl: string, payload: Payload): Promise<Cost> {
  const server = await startServer(form, databaseUrl);
  try {
    return await costOn(server, payload);
  } finally {
    await server.stop();
  }
}

/** Sends each shape once to a gateway and to the floor. */
export async function tracesScenario(
  dialect: Dialect,
  databases: Databases,
  say: (text: string) => void,
): Promise<TracesResult> {
  const rows: TraceRow[] = [];
  for (const [at, make] of PAYLOADS.entries()) {
    const payload = make();
    const databaseUrl = await databases.url(`traces_${at}`);
    const floor = await cost('parse', databaseUrl, payload);
    rows.push({ name: payload.name, ...(await cost('gateway', databaseUrl, payload)), floor });
    say(`  ${dialect} traces: ${payload.name}, ${(payload.bytes / 1e6).toFixed(1)} MB`);
  }
  return { dialect, rows };
}

const HEADINGS = ['shape', 'ms', 'CPU ms', '× reading it', 'peak MB', 'its floor', 'others wait ms', ''];

/** The figures as lines; what exceeds its aim is marked. */
export function tracesLines({ dialect, rows }: TracesResult): string {
  const cells = rows.map(({ name, floor, ...own }) => [
    name,
    own.milliseconds.toFixed(0),
    own.cpuMilliseconds.toFixed(0),
    (own.cpuMilliseconds / floor.cpuMilliseconds).toFixed(1),
    own.peakMegabytes.toFixed(0),
    floor.peakMegabytes.toFixed(0),
    own.stallMilliseconds.toFixed(0),
    own.milliseconds > AIM.milliseconds || own.peakMegabytes > AIM.megabytes ? '← above' : '',
  ]);
  const aim = `aim: at most ${AIM.milliseconds} ms and ${AIM.megabytes} MB each`;
  return [`\n${dialect}, exports of traces of 4 MB (${aim})\n`, textTable(HEADINGS, cells)].join('\n');
}
