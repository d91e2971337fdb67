/** What a PostgreSQL server's log says of the statements that it ran: how each was executed, and how many rows it read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { onServer, startPostgres, type TestPostgres } from './postgres.ts';

/** A step of a plan as `EXPLAIN (ANALYZE, FORMAT JSON)` names it. */
interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

/** What a statement did with the tables that grow with use. */
export interface Reading {
  sql: string;
  rows: number;
  /** The most partitions of a table that it looked into. */
  partitions: number;
}

const SETTINGS = [
  ...['shared_preload_libraries=auto_explain', 'logging_collector=on', 'log_destination=jsonlog'],
  ...['log_filename=server', 'log_rotation_size=0', 'max_wal_size=8GB', 'shared_buffers=512MB'],
];
/** For the connections that are opened from then on. */
const EXPLAINED = ['log_min_duration = 0', 'log_analyze = on', 'log_timing = off', 'log_format = json'];

export const startLoggingPostgres = (): Promise<TestPostgres> => startPostgres({ more: SETTINGS });

export async function explainAll(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  for (const setting of EXPLAINED) {
    await onServer(url, `ALTER DATABASE ${database} SET auto_explain.${setting}`);
  }
}

/** Runs `work` and answers with what its statements read of `tables`. */
export async function readingsOf(
  { data }: TestPostgres,
  url: string,
  { name, tables, work }: { name: string; tables: readonly string[]; work: () => Promise<unknown> },
): Promise<Reading[]> {
  const log = () => readFileSync(join(data, 'log/server.json'), 'utf8');
  const before = log().length;
  await work();
  await onServer(url, `SELECT 'end of ${name}'`);
  const told = await eventually(`the log of ${name}`, () => {
    const text = log().slice(before);
    return text.includes(`end of ${name}`) && text.endsWith('\n') && text;
  });
  return told.split('\n').flatMap((line) => readingIn(line, tables));
}

function readingIn(line: string, tables: readonly string[]): Reading[] {
  const [, plan] =
    /plan:\n(.*)$/s.exec((JSON.parse(line || '{}') as { message?: string }).message ?? '') ?? [];
  if (plan === undefined) return [];
  const { 'Query Text': sql, Plan: root } = JSON.parse(plan) as { 'Query Text': string; Plan: Step };
  const steps = stepsOf(root).flatMap((step) => {
    const name = step['Relation Name']?.replace(/_(past|p\d{8})$/, '');
    return name !== undefined && tables.includes(name) && step['Actual Loops'] > 0 ? [{ ...step, name }] : [];
  });
  if (steps.length === 0) return [];
  const partitions = Map.groupBy(steps, ({ name }) => name);
  return [
    {
      sql,
      rows: steps.reduce((sum, step) => sum + rowsOf(step), 0),
      partitions: Math.max(
        ...[...partitions.values()].map((own) => new Set(own.map((step) => step['Relation Name'])).size),
      ),
    },
  ];
}

const rowsOf = (step: Step): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0));

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];
