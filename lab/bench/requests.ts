/** The scenario `requests`: recall, episodes and memories beside two floors in the same run. */

import { textTable } from '../text-table.ts';
import { FORMS } from './databases.ts';
import { loadKnowledge } from './load-knowledge.ts';
import {
  type Measured,
  measure,
  type Row,
  ratioLines,
  ratios,
  type Scene,
  type Spread,
  summarise,
} from './measure.ts';
import { type MeasuredServer, startLoad, startServer } from './processes.ts';
import { HUGE, HUNDRED, LARGE, SCENARIOS, SMALL } from './scenarios.ts';

const shown = ({ median, low, high }: Spread, digits: number) =>
  `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;

const HEADINGS = ['scenario', 'c', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'of it database', 'RSS MB'];

const cells = (row: Row): string[] => [
  ...[row.scenario, String(row.connections), shown(row.perSecond, 0)],
  ...[shown(row.p50, 2), shown(row.p99, 2), shown(row.cpu, 0), shown(row.databaseCpu, 0)],
  row.residentMegabytes.toFixed(0),
];

/** Measures all servers in turns, at one request at a time and at sixteen. */
export async function requestsScenario({ dialect, databases, quick, say }: Scene): Promise<Measured> {
  const servers = new Map<string, MeasuredServer>();
  const load = startLoad();
  try {
    const knowing = await startServer('gateway', await databases.url('bench'));
    servers.set('gateway', knowing);
    for (const form of FORMS.filter((name) => name !== 'gateway'))
      servers.set(form, await startServer(form, await databases.url('floor')));
    for (const size of [SMALL, HUNDRED, LARGE, HUGE]) await loadKnowledge(knowing.url, size);
    const samples = await measure({
      ...{ scenarios: SCENARIOS, servers, load },
      rounds: quick ? 1 : 5,
      seconds: quick ? 2 : 4,
      connections: [1, 16],
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, connections, perSecond }) =>
        say(`  ${dialect} ${scenario} c=${connections}: ${perSecond.toFixed(0)}/s`),
    });
    const rows = summarise(samples);
    const found = ratios(dialect, rows);
    const lines = [
      `${dialect}, medians with [lowest–highest] of the rounds\n`,
      `${textTable(HEADINGS, rows.map(cells))}\n`,
      ratioLines(found),
    ];
    return { figures: { rows, ratios: found }, lines: lines.join('\n') };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}
