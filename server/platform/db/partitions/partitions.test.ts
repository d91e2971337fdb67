/** Partitions of the tables that grow with use: made under load, made ahead, missing. They are PostgreSQL's alone. */
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startEmbeddedWorker } from '../../../../worker/embedded.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { describeDatabase } from '../../../testing/database/described-schema.ts';
import {
  addEntry,
  column,
  connect,
  daysOn,
  openGateway,
  ownUrl,
  partitionNames,
  run,
  withOwnDatabase,
  work,
} from '../../../testing/database/partitions.ts';
import { createDatabase, onServer } from '../../../testing/database/postgres.ts';
import { eventually } from '../../../testing/eventually.ts';
import { migrate } from '../migrations/migrate.ts';
import { analyzePartitioned, dropPartitions, keepPartitions } from './partitions.ts';
import { firstIdAt } from './ranges.ts';

const START = daysOn(0);
const EVERY = ['audit_entry', 'webhook_delivery', 'recall', 'episode', 'episode_credit'];
const FILLED = 'SELECT DISTINCT tableoid::regclass::text AS value FROM audit_entry ORDER BY 1';

withOwnDatabase();

describe('partitions', () => {
  it('are made of filled tables while a gateway is at work, which loses nothing', async () => {
    const gateway = await openGateway();
    const before = await describeDatabase(ownUrl());
    const statuses: number[] = [];
    let turnsAfter = 0;
    let isDone = false;
    const clients = ['a', 'b', 'c'].map(async (name) => {
      for (let turn = 0; turnsAfter < 9; turn += 1) {
        statuses.push(...(await work(gateway, `${name}-${turn}`)));
        if (isDone) turnsAfter += 1;
      }
    });
    await eventually('all are at work', () => statuses.length > 20);
    const done = await keepPartitions(ownUrl(), START);
    isDone = true;
    await Promise.all(clients);
    expect(done.map(({ table, reason }) => [table, reason])).toEqual(EVERY.map((table) => [table, null]));
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const runs = statuses.length / 3;
    expect(await column('SELECT count(*)::int AS value FROM recall')).toEqual([runs]);
    expect(await column('SELECT count(*)::int AS value FROM recall WHERE credited_by IS NOT NULL')).toEqual([
      runs,
    ]);
    const created = `SELECT count(*)::int AS value FROM audit_entry WHERE action = 'changeset.applied'`;
    expect(await column(created)).toEqual([runs]);
    // Triggers keep what refers to episodes.
    const kept = Object.entries(before).map(([table, { foreignKeys, ...rest }]) => {
      const references = foreignKeys.filter((key) => !key.includes('→ episode '));
      return [table, { ...rest, foreignKeys: references }];
    });
    expect(await describeDatabase(ownUrl())).toEqual(Object.fromEntries(kept));
  });

  it('hold all that was there in the first one, and two more months', async () => {
    const [first, second] = [await addEntry(START), await addEntry(daysOn(-400))];
    await keepPartitions(ownUrl(), START);
    expect(await partitionNames('audit_entry')).toEqual([
      ...['audit_entry_p20260401', 'audit_entry_p20260501', 'audit_entry_past'],
    ]);
    await Promise.all([35, 70].map((days) => addEntry(daysOn(days))));
    expect(await column(FILLED)).toEqual(await partitionNames('audit_entry'));
    const past = await column('SELECT id AS value FROM audit_entry_past ORDER BY id');
    expect(past).toEqual([second, first]);
  });

  it('are made ahead by a gateway whose worker is elsewhere, so that it stores what comes', async () => {
    const gateway = await openGateway({ SERVICE_EMBEDDED_WORKER: 'false' });
    await keepPartitions(ownUrl(), START);
    gateway.runtime.advance(200 * DAY_MS);
    expect(await work(gateway, 'before')).toEqual([503, 200, 503]);
    const background = await startEmbeddedWorker(gateway.runtime);
    onTestFinished(() => background.stop(0));
    let attempt = 0;
    await eventually('runs are stored', async () => {
      attempt += 1;
      return (await work(gateway, `after-${attempt}`)).every((status) => status < 300);
    });
  });

  it('are made ahead, each once, by any number of processes, also after days of an earlier version', async () => {
    await keepPartitions(ownUrl(), START);
    const bound = (date: string) => `'${firstIdAt('recall', new Date(date))}'`;
    await run(`CREATE TABLE recall_p20260601 PARTITION OF recall
      FOR VALUES FROM (${bound('2026-06-01')}) TO (${bound('2026-06-02')})`);
    await Promise.all([1, 2, 3].map(() => keepPartitions(ownUrl(), daysOn(60))));
    const months = ['recall_p20260401', 'recall_p20260501'];
    expect(await partitionNames('recall')).toEqual([
      ...[...months, 'recall_p20260601', 'recall_p20260602', 'recall_past'],
    ]);
  });

  it('begin after ids that a clock made which is ahead', async () => {
    await addEntry(daysOn(200));
    await keepPartitions(ownUrl(), START);
    expect(await partitionNames('audit_entry')).toEqual(['audit_entry_past']);
    await addEntry(START);
    await addEntry(daysOn(210));
    expect(await column(FILLED)).toEqual(['audit_entry_past']);
  });

  it('are made another time where a long transaction uses a table, which nobody waits for', async () => {
    const reader = await connect(ownUrl());
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM recall');
    const done = await keepPartitions(ownUrl(), START);
    expect(done.filter(({ lockedMs }) => lockedMs === null)).toEqual([
      { table: 'recall', lockedMs: null, reason: 'canceling statement due to lock timeout' },
    ]);
    await reader.query('COMMIT');
    await reader.end();
    expect(await column(`SELECT conname AS value FROM pg_constraint WHERE conname = 'recall_below'`)).toEqual(
      [],
    );
    const again = await keepPartitions(ownUrl(), START);
    expect(again).toEqual([{ table: 'recall', lockedMs: expect.any(Number), reason: null }]);
  });

  it('are not made where an id is not one of this program; then the table goes on as it is', async () => {
    await run(
      `INSERT INTO recall VALUES ('t', 'rc_other', 'a', NULL, NULL, 'q', false, false, '[]', '[]', NULL, now())`,
    );
    const done = await keepPartitions(ownUrl(), START);
    expect(done.find(({ table }) => table === 'recall')).toMatchObject({
      reason: 'rc_other is not an id of this table',
    });
    expect(await partitionNames('recall')).toEqual([]);
    expect(await dropPartitions(ownUrl(), 'recall', { now: daysOn(400), before: daysOn(300) })).toEqual([]);
    const gateway = await openGateway();
    expect(await work(gateway, 'as-before')).toEqual([200, 200, 200]);
  });

  it('are not made after one by hand that ends in the middle of a time, which is told', async () => {
    await keepPartitions(ownUrl(), START);
    const last = firstIdAt('recall', new Date('2026-06-01T00:00:00.000Z'));
    await run(`CREATE TABLE by_hand PARTITION OF recall FOR VALUES FROM ('${last}') TO ('rc_01L')`);
    expect(await keepPartitions(ownUrl(), START)).toEqual([
      { table: 'recall', lockedMs: null, reason: 'rc_01L is not an id of this table' },
    ]);
  });

  it('are not made where the database sorts letters in another way', async () => {
    const name = `danish_${process.pid}`;
    const server = inject('postgresUrl');
    const url = await createDatabase(server, `${name} LOCALE_PROVIDER icu ICU_LOCALE 'da'`, 'template0');
    const own = url.replace(/[^/]*$/, name);
    onTestFinished(() => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`));
    await migrate(own);
    const done = await keepPartitions(own, START);
    expect(done.map(({ reason }) => reason)).toEqual(
      EVERY.map(() => 'the database does not sort ids by their time'),
    );
  });
});

describe('statistics', () => {
  it('are brought up to date of the tables that nobody has locked', async () => {
    await keepPartitions(ownUrl(), START);
    await run(`BEGIN; LOCK TABLE recall IN SHARE UPDATE EXCLUSIVE MODE`);
    await analyzePartitioned(ownUrl());
    await run('COMMIT');
    const analyzed = `SELECT relname AS value FROM pg_stat_user_tables
      WHERE relname IN ('recall', 'episode') AND last_analyze IS NOT NULL`;
    await eventually('it is known', async () => (await column(analyzed)).length > 0);
    expect(await column(analyzed)).toEqual(['episode']);
  });
});

describe('a row for whose time there is no partition', () => {
  it('is refused, and what refers to it; recalls are served without a record until there is one', async () => {
    await keepPartitions(ownUrl(), START);
    const gateway = await openGateway();
    expect(await work(gateway, 'before')).toEqual([200, 200, 200]);
    gateway.runtime.advance(150 * DAY_MS);
    const skill = await gateway.call('POST', '/v1/skills', { body: { name: 'late', description: 'Late' } });
    const detail = 'the database has no partition for this time';
    expect([skill.status, skill.json]).toEqual([503, { detail }]);
    expect(await column(`SELECT name AS value FROM skill WHERE name = 'late'`)).toEqual([]);
    const recall = await gateway.call('POST', '/v1/recall', { body: { query: 'deploy before' } });
    expect([recall.status, recall.json]).toEqual([200, expect.objectContaining({ recorded: false })]);
    await keepPartitions(ownUrl(), gateway.runtime.clock());
    await eventually('it is at work again', async () => {
      const statuses = await work(gateway, `again-${Math.random().toString(36).slice(2)}`);
      return statuses.every((status) => status < 300);
    });
  });
});
