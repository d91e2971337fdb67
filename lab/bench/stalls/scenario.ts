/**
 * How long one request holds everybody else up: the worst delay of the server's event loop while the request
 * is answered and another client keeps asking for /healthz. Each request has a process of its own, as one
 * that was just started, and as a process never gives its peak of memory back.
 */
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { clientOf } from '../../../server/platform/db/prisma.ts';
import type { Runtime } from '../../../server/platform/runtime.ts';
import { putMemories } from '../../../server/testing/database/knowledge-rows.ts';
import { besideGateway, DEV } from '../../gateway/beside-gateway.ts';
import { textTable } from '../../text-table.ts';
import type { Measured, Scene } from '../measure.ts';
import { pollHealth, startServer } from '../processes.ts';
import { changesetId, HELD, largeOps, STALL_REQUESTS, type StallRequest, unknownWords } from './requests.ts';

/**
 * On a machine with nothing else to do: how long the event loop may stand still, in milliseconds; and for an export of
 * traces of 4 MB, how long it may take and how much memory.
 */
const AIM = { stallMilliseconds: 150, milliseconds: 2000, megabytes: 200 };
const WARM_UPS = 50;

interface StallRow {
  name: string;
  statuses: string;
  milliseconds: number;
  /** The longest that the event loop stood still. */
  stallMilliseconds: number;
  /** The longest that the other client waited. */
  othersMilliseconds: number;
  /** Above what the warm process had before. */
  peakMegabytes: number;
  isAbove: boolean;
}

async function fill(runtime: Runtime): Promise<void> {
  const texts = Array.from({ length: HELD.memories }, (_, seed) => unknownWords(seed, HELD.memoryCharacters));
  await putMemories(runtime, DEV.tenant, { agentId: HELD.remembering, userId: null, texts });
  await addChangesets(runtime, { agentId: HELD.proposing, count: HELD.changesets, ops: largeOps(60, 170) });
  await addChangesets(runtime, { agentId: HELD.detailed, count: HELD.details, ops: largeOps(100, 240) });
}

const ROWS_PER_INSERT = 100;

/** Pending changesets that create a skill each, all with the same operations. */
async function addChangesets(
  { db }: Runtime,
  { agentId, count, ops }: { agentId: string; count: number; ops: readonly object[] },
): Promise<void> {
  const shared = {
    ...{ tenant: DEV.tenant, agentId, status: 'pending', ops: JSON.stringify(ops), risk: 'high' },
    ...{ source: 'reflection', humanAuthored: false, proposedBy: 'system:reflection' },
    ...{ rationale: 'To be measured.', safetyFindings: '[]', episodeIds: '[]', baseVersions: '{}' },
  };
  const data = Array.from({ length: count }, (_, place) => ({
    ...{ ...shared, id: changesetId(agentId, place), createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, place)) },
  }));
  for (let from = 0; from < count; from += ROWS_PER_INSERT)
    await clientOf(db.read).changeset.createMany({ data: data.slice(from, from + ROWS_PER_INSERT) });
}

async function measure({ name, prepare, isExport = false }: StallRequest, url: string): Promise<StallRow> {
  const send = prepare();
  const server = await startServer('watched', url);
  try {
    for (let n = 0; n < WARM_UPS; n += 1) await (await fetch(`${server.url}/healthz`)).arrayBuffer();
    const { residentBytes } = await server.usage();
    const others = pollHealth(server.url);
    const started = performance.now();
    const statuses = await send(server.url);
    const milliseconds = performance.now() - started;
    const othersMilliseconds = await others.stop();
    const { stallMilliseconds, peakBytes } = await server.usage();
    const peakMegabytes = (peakBytes - residentBytes) / 2 ** 20;
    const isCostly = milliseconds > AIM.milliseconds || peakMegabytes > AIM.megabytes;
    return {
      ...{ name, milliseconds, stallMilliseconds, othersMilliseconds, peakMegabytes },
      statuses: [...new Set(statuses)].join(' '),
      isAbove: stallMilliseconds > AIM.stallMilliseconds || (isExport && isCostly),
    };
  } finally {
    await server.stop();
  }
}

/** Sends each request once. */
export async function stallsScenario({ dialect, databases, say }: Scene): Promise<Measured> {
  const url = await databases.url('stalls');
  await migrate(url);
  await besideGateway(url, fill);
  const rows: StallRow[] = [];
  for (const request of STALL_REQUESTS) {
    rows.push(await measure(request, url));
    say(`  ${dialect} stalls: ${request.name}, ${rows.at(-1)?.stallMilliseconds.toFixed(0)} ms`);
  }
  const exports = `an export of traces at most ${AIM.milliseconds} ms and ${AIM.megabytes} MB`;
  const aims = `aim: at most ${AIM.stallMilliseconds} ms of stall; ${exports}`;
  const title = `${dialect}, how long one request holds up the others (${aims})\n`;
  return { figures: { rows }, lines: [title, textTable(HEADINGS, rows.map(cells))].join('\n') };
}

const HEADINGS = ['request', 'status', 'ms', 'stall ms', 'others wait ms', 'peak MB', ''];

const cells = ({ name, statuses, isAbove, ...row }: StallRow) => [
  ...[name, statuses, row.milliseconds.toFixed(0), row.stallMilliseconds.toFixed(0)],
  ...[row.othersMilliseconds.toFixed(0), row.peakMegabytes.toFixed(0), isAbove ? '← above' : ''],
];
