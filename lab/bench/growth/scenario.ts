/**
 * The scenario `growth`: what each operation costs where much is held, beside what it costs where little is.
 * Two databases, a server on each, measured in turns.
 */
import { purgeExpired } from '../../../server/admin/retention/index.ts';
import { DAY_MS } from '../../../server/domain/time.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import type { Runtime } from '../../../server/platform/runtime.ts';
import { besideGateway } from '../../gateway/beside-gateway.ts';
import { textTable } from '../../text-table.ts';
import type { Databases } from '../databases.ts';
import { type Measured, measure, type Row, type Scene, summarise } from '../measure.ts';
import { type MeasuredServer, startLoad, startServer } from '../processes.ts';
import { additions, episode, type LoadRequest, posts, recalls, type Scenario, UNIQUE } from '../scenarios.ts';
import { type Cost, measureDecisions } from './decisions.ts';
import { beginOf, type Held, seed } from './seed.ts';
import { crowdLine, measureCrowd } from './tenants.ts';

const SMALL: Held = { skills: 50, memories: 100, episodes: 1000, changesets: 100 };
/** At the full scale. */
const LARGE: Held = { skills: 5000, memories: 10_000, episodes: 1_000_000, changesets: 100_000 };
/** Flat is at most so many times the cost of the small size. */
const AIM = 1.5;

/** An operation at both sizes: medians of the rounds, CPU in microseconds and times in milliseconds. */
export interface Grown {
  operation: string;
  cpu: [small: number, large: number];
  p50: [number, number];
  p99: [number, number];
}

export const SIZES = ['small', 'large'] as const;

/** A new version of a skill, and the recall that finds it. */
function versions(skills: number): LoadRequest[] {
  const writes = posts('/v1/skills', (text, index) => ({
    ...{ agent_id: 'default', name: `skill-${String((index * 7) % skills).padStart(4, '0')}` },
    description: `${text.words(20)} ${UNIQUE}`,
  }));
  const reads = recalls('default');
  return writes.flatMap((write, place) => [write, reads[place] ?? write]);
}

/** What is asked of both servers. */
function operations({ skills }: Held): Record<string, LoadRequest[]> {
  const get = (path: string) => [{ path }];
  return {
    recall: recalls('default'),
    'record an episode': posts('/v1/episodes', episode),
    'add a memory': additions('default'),
    'new version of a skill, and a recall': versions(skills),
    'list episodes': get('/v1/episodes?limit=50'),
    'list an agent’s failed episodes': get('/v1/episodes?agent_id=support&outcome=failure&limit=50'),
    'list changesets': get('/v1/changesets?limit=50'),
    'list pending changesets': get('/v1/changesets?status=pending&limit=50'),
    'list memories': get('/v1/memories?limit=50'),
    'list a user’s memories': get('/v1/memories?agent_id=default&user_id=u-1&limit=50'),
    'list the audit log': get('/v1/admin/audit?limit=50'),
    insights: get('/v1/agents/support/insights'),
  };
}

/** The same of each size, one after the other. */
function scenarios(held: Record<(typeof SIZES)[number], Held>): Scenario[] {
  const asked = { small: operations(held.small), large: operations(held.large) };
  return Object.keys(asked.small).flatMap((operation) =>
    SIZES.map((form) => ({ name: `${form} ${operation}`, form, requests: asked[form][operation] ?? [] })),
  );
}

export function pairs(rows: readonly Row[]): Grown[] {
  const byName = new Map(rows.map((row) => [row.scenario, row]));
  return rows.flatMap((small) => {
    const operation = small.scenario.replace(/^small /, '');
    const large = byName.get(`large ${operation}`);
    if (large === undefined) return [];
    const both = (of: (row: Row) => number): [number, number] => [of(small), of(large)];
    return [
      {
        operation,
        cpu: both(({ cpu }) => cpu.median),
        p50: both(({ p50 }) => p50.median),
        p99: both(({ p99 }) => p99.median),
      },
    ];
  });
}

function decisionRows(small: Record<string, Cost>, large: Record<string, Cost>): Grown[] {
  return Object.entries(small).flatMap(([operation, few]) => {
    const many = large[operation];
    if (many === undefined) return [];
    const both = (of: (cost: Cost) => number): [number, number] => [of(few), of(many)];
    const [cpu, p50, p99] = [both(({ cpu }) => cpu), both(({ p50 }) => p50), both(({ p99 }) => p99)];
    return [{ operation, cpu, p50, p99 }];
  });
}

const PURGED = 500;

/** Removes the oldest 500 episodes and audit entries, in this process; the same number at each size. */
async function measurePurge(
  databases: Databases,
  held: Record<(typeof SIZES)[number], Held>,
): Promise<Grown> {
  const [cpu, took]: number[][] = [[], []];
  for (const size of SIZES) {
    const settings = { SERVICE_EPISODE_RETENTION_DAYS: '30', SERVICE_AUDIT_RETENTION_DAYS: '30' };
    const now = new Date(beginOf(held[size]).getTime() + PURGED * 60_000 + 30 * DAY_MS);
    const purge = async (runtime: Runtime) => {
      const [before, databaseBefore, started] = [
        process.cpuUsage(),
        await databases.cpuMicroseconds(),
        performance.now(),
      ];
      const removals = await purgeExpired({ ...runtime, clock: () => now });
      const removed = removals.reduce((sum, { rows }) => sum + rows, 0);
      const { user, system } = process.cpuUsage(before);
      cpu?.push((user + system + (await databases.cpuMicroseconds()) - databaseBefore) / removed);
      took?.push((performance.now() - started) / removed);
    };
    await besideGateway(await databases.url(size), purge, settings);
  }
  const both = ([small = 0, large = 0]: number[] = []): [number, number] => [small, large];
  return { operation: 'purge, a row', cpu: both(cpu), p50: both(took), p99: both(took) };
}

/** Measures on one kind of database. `scale` is a part of the full size of the history and of the crowd. */
export async function growthScenario({ dialect, databases, quick, scale, say }: Scene): Promise<Measured> {
  const large = {
    ...LARGE,
    episodes: Math.max(1000, LARGE.episodes * scale),
    changesets: Math.max(100, LARGE.changesets * scale),
  };
  const held = { small: SMALL, large };
  const servers = new Map<string, MeasuredServer>();
  const load = startLoad();
  try {
    for (const size of SIZES) {
      const started = performance.now();
      const url = await databases.url(size);
      await migrate(url);
      await besideGateway(url, (runtime) => seed(runtime, held[size]));
      servers.set(size, await startServer('gateway', url));
      say(
        `  ${dialect} growth: ${size} is written in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
    }
    const samples = await measure({
      scenarios: scenarios(held),
      servers,
      load,
      rounds: quick ? 1 : 3,
      seconds: quick ? 1 : 3,
      connections: [1],
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, cpuMicrosecondsPerRequest: cpu }) =>
        say(`  ${dialect} growth: ${scenario}, ${cpu.toFixed(0)} µs`),
    });
    await Promise.all([...servers.values()].map((server) => server.stop()));
    const [small, grown] = [
      await measureDecisions(databases, 'small'),
      await measureDecisions(databases, 'large'),
    ];
    const rows = [
      ...pairs(summarise(samples)),
      ...decisionRows(small, grown),
      await measurePurge(databases, held),
    ];
    const crowd = await measureCrowd(databases, load, { scale, say });
    const sizes = Object.entries(large).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
    const title = `${dialect}, ${sizes.join(', ')} against a small database (aim: at most ${AIM}×)\n`;
    const table = textTable(
      HEADINGS,
      [...rows, crowd.recall].map((row) => cells(row)),
    );
    return { figures: { large, rows, crowd }, lines: [title, `${table}\n`, crowdLine(crowd)].join('\n') };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

export const HEADINGS = [
  'operation',
  'CPU µs',
  'large',
  'p50 ms',
  'large',
  'p99 ms',
  'large',
  'CPU ratio',
  '',
];

export function cells({ operation, cpu, p50, p99 }: Grown, aim = AIM): string[] {
  const ratio = cpu[1] / cpu[0];
  const figures = [
    ...cpu.map((value) => value.toFixed(0)),
    ...[...p50, ...p99].map((value) => value.toFixed(2)),
  ];
  return [operation, ...figures, `${ratio.toFixed(2)}×`, ratio > aim ? '← above' : ''];
}
