/**
 * How long one request holds everybody else up: the worst delay of the server's event loop while the request
 * is answered and another client keeps asking for /healthz. Each request has a process of its own, as one
 * that was just started.
 */
import { readConfig } from '../../server/platform/config/config.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrations/migrate.ts';
import type { Dialect } from '../../server/platform/db/migrations/migrations.ts';
import { pollHealth, startServer } from '../processes.ts';
import { textTable } from '../text-table.ts';
import { HELD, largeOps, STALL_REQUESTS, type StallRequest, unknownWords } from './requests.ts';
import { stallStore } from './stall-store.ts';

/** The longest that the event loop may stand still, in milliseconds, on a machine with nothing else to do. */
const AIM = 150;
const WARM_UPS = 50;

interface StallRow {
  name: string;
  statuses: string;
  milliseconds: number;
  /** The longest that the event loop stood still. */
  stallMilliseconds: number;
  /** The longest that the other client waited. */
  othersMilliseconds: number;
  peakMegabytes: number;
}

export interface StallsResult {
  dialect: Dialect;
  rows: StallRow[];
}

async function fill(databaseUrl: string): Promise<void> {
  const config = readConfig({ SERVICE_ENV: 'dev', SERVICE_DATABASE_URL: databaseUrl });
  await migrate(config.database.url);
  const db = openDatabase(config.database);
  try {
    const texts = Array.from({ length: HELD.memories }, (_, seed) =>
      unknownWords(seed, HELD.memoryCharacters),
    );
    await db.write((tx) => stallStore(tx).addMemories(HELD.remembering, texts));
    await db.write((tx) => stallStore(tx).addChangesets(HELD.proposing, HELD.changesets, largeOps(60, 170)));
    await db.write((tx) => stallStore(tx).addChangesets(HELD.detailed, HELD.details, largeOps(100, 240)));
  } finally {
    await db.close();
  }
}

async function measure({ name, send }: StallRequest, databaseUrl: string): Promise<StallRow> {
  const server = await startServer('watched', databaseUrl);
  try {
    for (let n = 0; n < WARM_UPS; n += 1) await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    await server.usage();
    const others = pollHealth(server.url);
    const started = performance.now();
    const statuses = await send(server.url);
    const milliseconds = performance.now() - started;
    const othersMilliseconds = await others.stop();
    const { stallMilliseconds, peakBytes } = await server.usage();
    return {
      ...{ name, milliseconds, stallMilliseconds, othersMilliseconds },
      statuses: [...new Set(statuses)].join(' '),
      peakMegabytes: peakBytes / 2 ** 20,
    };
  } finally {
    await server.stop();
  }
}

/** Sends each request once. */
export async function stallsScenario(
  dialect: Dialect,
  { databaseUrl, say }: { databaseUrl: string; say: (text: string) => void },
): Promise<StallsResult> {
  await fill(databaseUrl);
  const rows: StallRow[] = [];
  for (const request of STALL_REQUESTS) {
    rows.push(await measure(request, databaseUrl));
    say(`  ${dialect} stalls: ${request.name}, ${rows.at(-1)?.stallMilliseconds.toFixed(0)} ms`);
  }
  return { dialect, rows };
}

const HEADINGS = ['request', 'status', 'ms', 'stall ms', 'others wait ms', 'peak MB', ''];

/** The figures as lines; what exceeds the aim is marked. */
export function stallsLines({ dialect, rows }: StallsResult): string {
  const cells = rows.map((row) => [
    row.name,
    row.statuses,
    row.milliseconds.toFixed(0),
    row.stallMilliseconds.toFixed(0),
    row.othersMilliseconds.toFixed(0),
    row.peakMegabytes.toFixed(0),
    row.stallMilliseconds > AIM ? '← above' : '',
  ]);
  const title = `\n${dialect}, how long one request holds up the others (aim: at most ${AIM} ms)\n`;
  return [title, textTable(HEADINGS, cells)].join('\n');
}
