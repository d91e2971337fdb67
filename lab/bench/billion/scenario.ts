/**
 * The scenario `billion`: on PostgreSQL, what requests cost beside a history of 5,000,000 runs in 24 partitions, and beside
 * one of 50,000; what a row takes on the disk, and how long the oldest partitions take to drop.
 */
import pg from 'pg';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { dropPartitions, removeOrphans } from '../../../server/platform/db/partitions/partitions.ts';
import { fillHistory, LONG, oldestEnd } from '../../../server/testing/database/partitioned-history.ts';
import { DEV } from '../../gateway/beside-gateway.ts';
import { textTable } from '../../text-table.ts';
import { cells, HEADINGS, pairs, SIZES } from '../growth/scenario.ts';
import { type Measured, measure, type Scene, summarise } from '../measure.ts';
import { type MeasuredServer, startLoad, startServer } from '../processes.ts';
import { episode, type LoadRequest, posts, recalls } from '../scenarios.ts';

const SMALL = 50_000;
/** At the full scale. */
const LARGE = 5_000_000;
/** Flat is at most so many times the cost of the small size. */
const AIM = 1.2;
const TABLES = ['episode', 'recall', 'episode_credit', 'audit_entry'] as const;

/** All texts have these words, and none in this order: searched as far back as one request looks. */
const COMMON = 'number of order';

const get = (path: string): LoadRequest[] => [{ path }];
const query = (name: string, input: object) =>
  get(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);

const OPERATIONS: Record<string, LoadRequest[]> = {
  recall: recalls('support'),
  'record an episode': posts('/v1/episodes', episode),
  'list episodes': get('/v1/episodes?limit=50'),
  'list an agent’s failed episodes': get('/v1/episodes?agent_id=support&outcome=failure&limit=50'),
  'find an episode by its words': query('episodes.list', { text: 'order number 4711' }),
  'find old episodes by a number': query('episodes.list', { text: 'number 12' }),
  'find episodes by common words': query('episodes.list', { text: COMMON }),
  'a skill’s versions': query('skills.performance', { id: LONG.skill }),
  'a canary': query('canaries.detail', { id: LONG.canary }),
  insights: get('/v1/agents/support/insights'),
  'the lift by week': query('insights.lift', { agentId: 'support' }),
  'list the audit log': query('audit.search', {}),
  'audit log of a key': query('audit.search', { actor: 'key:key_7' }),
  'audit log of a skill': query('audit.search', { skillId: LONG.skill }),
  'search the audit log': query('audit.search', { text: 'order number 4711' }),
  'search the audit log for a number': query('audit.search', { text: 'number 12' }),
  'search it for common words': query('audit.search', { text: COMMON }),
};

/** Bytes of each table with its indexes, per row, and of its indexes alone. */
async function bytesPerRow(
  url: string,
  rows: number,
): Promise<Record<string, [all: number, indexes: number]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: sizes } = await client.query<{ table: string; bytes: string; indexes: string }>(`
    SELECT root AS table, sum(pg_total_relation_size(oid)) AS bytes, sum(pg_indexes_size(oid)) AS indexes
    FROM (SELECT oid, COALESCE(inhparent, oid)::regclass::text AS root FROM pg_class
      LEFT JOIN pg_inherits ON inhrelid = oid WHERE relkind = 'r') leaf
    WHERE root IN (${TABLES.map((table) => `'${table}'`).join(', ')}) GROUP BY root`);
  await client.end();
  return Object.fromEntries(
    sizes.map(({ table, bytes, indexes }) => [table, [Number(bytes) / rows, Number(indexes) / rows]]),
  );
}

/** Milliseconds in which the oldest month of all tables is dropped, with what refers to its runs. */
async function timeDrop(url: string, now: Date): Promise<number> {
  const started = performance.now();
  const before = oldestEnd(now);
  for (const table of TABLES) await dropPartitions(url, table, { now, before });
  await removeOrphans(url, before);
  return performance.now() - started;
}

export async function billionScenario({ dialect, databases, quick, scale, say }: Scene): Promise<Measured> {
  if (dialect === 'sqlite') return { figures: {}, lines: 'billion: SQLite has no partitions' };
  const rows = { small: SMALL, large: Math.max(SMALL, (quick ? LARGE / 20 : LARGE) * scale) };
  const now = new Date();
  const servers = new Map<string, MeasuredServer>();
  const load = startLoad();
  try {
    for (const size of SIZES) {
      const started = performance.now();
      const url = await databases.url(size);
      await migrate(url);
      await fillHistory(url, DEV.tenant, { rows: rows[size], now });
      servers.set(size, await startServer('watched', url));
      say(
        `  billion: ${rows[size]} runs are written in ${((performance.now() - started) / 1000).toFixed(0)} s`,
      );
    }
    const bytes = await bytesPerRow(await databases.url('large'), rows.large);
    const samples = await measure({
      scenarios: Object.entries(OPERATIONS).flatMap(([operation, requests]) =>
        SIZES.map((form) => ({ name: `${form} ${operation}`, form, requests })),
      ),
      ...{ servers, load, rounds: quick ? 1 : 3, seconds: quick ? 1 : 3, connections: [1] },
      databaseMicroseconds: databases.cpuMicroseconds,
      progress: ({ scenario, p50 }) => say(`  billion: ${scenario}, ${p50.toFixed(2)} ms`),
    });
    await Promise.all([...servers.values()].map((server) => server.stop()));
    const [small, large] = [
      await timeDrop(await databases.url('small'), now),
      await timeDrop(await databases.url('large'), now),
    ];
    const drop = `dropping the oldest month takes ${small.toFixed(0)} ms and ${large.toFixed(0)} ms`;
    const grown = pairs(summarise(samples));
    const sizes = Object.entries(bytes).map(
      ([table, [all, indexes]]) =>
        `${table} ${all.toFixed(0)} bytes a row, ${indexes.toFixed(0)} of them indexes`,
    );
    const title = `${rows.large.toLocaleString('en')} runs against ${SMALL.toLocaleString('en')} (aim: at most ${AIM}×)\n`;
    const table = textTable(
      HEADINGS,
      grown.map((row) => cells(row, AIM)),
    );
    return {
      figures: { rows, grown, bytes, drop: [small, large] },
      lines: [title, `${table}\n`, drop, ...sizes].join('\n'),
    };
  } finally {
    await load.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}
