/** A long history over many partitions on PostgreSQL: ids carry their time, as the service's own do. */
import pg from 'pg';
import { encodeTime } from 'ulid';
import { DAY_MS } from '../../domain/time.ts';
import { keepPartitions } from '../../platform/db/partitions/partitions.ts';
import { nextMonth } from '../../platform/db/partitions/ranges.ts';
import { auditColumns, canaryColumns, episodeColumns, memoryColumns } from './scale-history.ts';
import {
  type Columns,
  insertRows,
  libraryStatements,
  type Moment,
  pick,
  quoted,
  sortableId,
  text,
} from './scale-library.ts';

const MONTHS = 24;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
/** The skills of the library's first ids: every second run used the first one. */
const SKILLS = 100;
const BITS = 5;
const CHANGESETS = 2000;
const MEMORIES = 5000;
const HOUR = 3600;

/** The id of row `at` of a history in which it was made at that moment. */
function timedId(prefix: string, moment: string): string {
  const milliseconds = `CAST(extract(epoch FROM ${moment}) * 1000 AS BIGINT)`;
  const digits = Array.from({ length: TIME_LENGTH }, (_, place) => {
    const shift = BITS * (TIME_LENGTH - 1 - place);
    return `substr('${ALPHABET}', CAST((${milliseconds} >> ${shift}) & 31 AS INTEGER) + 1, 1)`;
  });
  return `'${prefix}_' || ${digits.join(' || ')} || lpad(${text('at')}, ${RANDOM_LENGTH}, '0')`;
}

const skillOf = sortableId('sk', `CASE WHEN at % 2 = 0 THEN 0 ELSE at % ${SKILLS} END`);

/** The id of row 0 by `sortableId`. */
const firstOf = (prefix: string) => `${prefix}_01K00000010000000000000000`;

function recallColumns(at: string, id: (prefix: string) => string): Columns {
  return {
    ...{
      id: id('rc'),
      agent_id: pick(['support', 'billing', 'warehouse']),
      user_id: `'u_' || ${text('at % 997')}`,
    },
    ...{
      session_id: `'session-' || ${text('at / 3')}`,
      query: `'Handle the order number ' || ${text('at')}`,
    },
    ...{ holdout: 'at % 10 = 0', applied: 'TRUE', memories: "'[]'", created_at: at, credited_by: id('ep') },
    skills: "'[]'",
  };
}

function creditColumns(rows: number, id: (prefix: string) => string): Columns {
  return {
    ...{ episode_id: id('ep'), skill_id: skillOf, version: `CAST(1 + at * 20.0 / ${rows} AS INTEGER)` },
    arm: `CASE WHEN at % 10 = 2 THEN 'incumbent' WHEN at % 10 = 4 THEN 'candidate' END`,
    experiment_id: `CASE WHEN at % 10 IN (2, 4) THEN 'ex_long' END`,
    unit: `CASE WHEN at % 10 IN (2, 4) THEN 'unit-' || ${text('at / 3')} END`,
  };
}

/** Things of that history by id: those of which there is most. */
export const LONG = {
  skill: firstOf('sk'),
  rule: firstOf('bl'),
  memory: firstOf('mem'),
  canary: 'ex_long',
};

/** The id of a changeset of the last day. */
export const recentChangeset = (now: Date) =>
  `cs_${encodeTime(now.getTime() - DAY_MS, TIME_LENGTH)}${'0'.repeat(RANDOM_LENGTH)}`;

/**
 * Writes so many episodes, recalls, credits and audit entries over {@link MONTHS} partitions, the last an hour before
 * `now`, beside a small library. Indexes are made afterwards, which takes a third of the time.
 */
export async function fillHistory(
  url: string,
  tenant: string,
  { rows, now }: { rows: number; now: Date },
): Promise<void> {
  const before = new Date(beginOf(now).getTime() - 1);
  for (const at of [before, now]) await keepPartitions(url, at);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
    WHERE indrelid::regclass::text IN ('episode', 'recall', 'episode_credit', 'audit_entry') AND NOT indisunique`);
  const statements = [
    ...indexes.map(({ name }) => `DROP INDEX ${name}`),
    ...historyRows(tenant, rows, now),
    // Of a partitioned table it is said of that alone.
    ...indexes.map(({ made }) => made.replace(' ON ONLY ', ' ON ')),
    'VACUUM ANALYZE',
  ];
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function historyRows(tenant: string, rows: number, now: Date): string[] {
  const seconds = (now.getTime() - beginOf(now).getTime()) / 1000 - HOUR;
  const first = Math.floor(beginOf(now).getTime() / 1000);
  // A row's own step is a minute.
  const moment: Moment = (at) =>
    `(to_timestamp(${first} + (${at}) * ${seconds / rows / 60}) AT TIME ZONE 'UTC')`;
  const at = moment('at * 60.0');
  const id = (prefix: string) => timedId(prefix, at);
  const put = (table: string, count: number, columns: Columns) =>
    insertRows(table, tenant, { count, columns });
  return [
    ...libraryStatements(tenant, { skills: SKILLS, changesets: CHANGESETS }, 'postgresql'),
    `INSERT INTO changeset SELECT (jsonb_populate_record(c, '{"id":"${recentChangeset(now)}"}')).* FROM changeset c LIMIT 1`,
    put('memory', MEMORIES, memoryColumns(moment)),
    put('experiment', 1, { ...canaryColumns(moment), id: quoted(LONG.canary) }),
    put('episode', rows, { ...episodeColumns(moment), id: id('ep'), recall_id: id('rc'), credited: 'TRUE' }),
    put('recall', rows, recallColumns(at, id)),
    put('episode_credit', rows, creditColumns(rows, id)),
    put('audit_entry', rows, { ...auditColumns(moment), id: id('au') }),
  ];
}

/** The beginning of the first partition's month. */
const beginOf = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1));

/** The end of the first partition's month, whose rows are the oldest. */
export const oldestEnd = (now: Date) => nextMonth(beginOf(now));
