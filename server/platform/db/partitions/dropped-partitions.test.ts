/** Partitions whose rows are all too old: dropped whole, also after an interruption. */
import { describe, expect, it } from 'vitest';
import {
  addEntry,
  column,
  connect,
  daysOn,
  ownUrl,
  partitionNames,
  run,
  withOwnDatabase,
} from '../../../testing/database/partitions.ts';
import { eventually } from '../../../testing/eventually.ts';
import { migrate } from '../migrations/migrate.ts';
import { dropPartitions, keepPartitions } from './partitions.ts';

const START = daysOn(0);

withOwnDatabase();

/** Begins to take out the first partition of a table, which a transaction then keeps from being finished. */
async function takeOutInPart(table: string): Promise<void> {
  const reader = await connect(ownUrl());
  await reader.query('BEGIN');
  await reader.query(`SELECT count(*) FROM ${table}`);
  await run(`SET statement_timeout = 300`);
  const detaching = run(`ALTER TABLE ${table} DETACH PARTITION ${table}_past CONCURRENTLY`);
  await expect(detaching).rejects.toThrow('statement timeout');
  await run(`SET statement_timeout = 0`);
  await reader.query('COMMIT');
  await reader.end();
}

/** How many statements that end so wait for a lock. */
const waitingFor = (end: string) => `SELECT count(*)::int AS value FROM pg_stat_activity
  WHERE datname = current_database() AND query LIKE '% ${end}' AND wait_event_type = 'Lock'`;

describe('old partitions', () => {
  const names = { from: 'audit_entry_p20260401', to: 'audit_entry_p20260501' };

  it('are dropped when all of their time is past, and older ids have a place still', async () => {
    await keepPartitions(ownUrl(), START);
    for (const days of [-400, 0, 35, 62, 70]) await addEntry(daysOn(days));
    const drop = (before: Date) => dropPartitions(ownUrl(), 'audit_entry', { now: daysOn(100), before });
    expect(await drop(daysOn(30))).toEqual([]);
    expect(await drop(new Date('2026-05-01T00:00:00.000Z'))).toEqual(['audit_entry_past', names.from]);
    expect(await column('SELECT count(*)::int AS value FROM audit_entry')).toEqual([2]);
    expect(await partitionNames('audit_entry')).toEqual([
      ...[names.to, 'audit_entry_p20260601', 'audit_entry_p20260701', 'audit_entry_p20260801'],
      'audit_entry_past',
    ]);
    expect(await drop(new Date('2026-05-01T00:00:00.000Z'))).toEqual([]);
    await addEntry(daysOn(-400));
    await addEntry(daysOn(35));
    expect(await column('SELECT count(*)::int AS value FROM audit_entry_past')).toEqual([2]);
  });

  it('are taken out while a transaction uses them, and dropped by the next purge, which says so', async () => {
    await keepPartitions(ownUrl(), START);
    await addEntry(START);
    await takeOutInPart('audit_entry');
    await addEntry(daysOn(35));
    const drop = { now: daysOn(100), before: daysOn(40) };
    expect(await dropPartitions(ownUrl(), 'audit_entry', drop)).toEqual(['audit_entry_past']);
    expect(await column('SELECT count(*)::int AS value FROM audit_entry')).toEqual([1]);
    expect(await column(`SELECT count(*)::int AS value FROM audit_entry_past`)).toEqual([0]);
  });

  it('keep no new ones from being made where they are taken out in part', async () => {
    await keepPartitions(ownUrl(), START);
    await takeOutInPart('audit_entry');
    const kept = await keepPartitions(ownUrl(), daysOn(60));
    expect(kept).toMatchObject([{ table: 'audit_entry', lockedMs: null }]);
    await addEntry(daysOn(120));
  });

  it('keep nobody who looks for a key waiting, however long they wait for a transaction', async () => {
    await keepPartitions(ownUrl(), START);
    await keepPartitions(ownUrl(), daysOn(100));
    await takeOutInPart('episode');
    const reader = await connect(ownUrl());
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM memory');
    const dropping = dropPartitions(ownUrl(), 'episode', { now: daysOn(100), before: daysOn(40) });
    await eventually('the purge waits', async () => (await column(waitingFor('FINALIZE')))[0] === 1);
    await run(`SET lock_timeout = 1000`);
    expect(await column('SELECT episode_id AS value FROM episode_of_key')).toEqual([]);
    await reader.query('COMMIT');
    await reader.end();
    expect(await dropping).toEqual(['episode_past']);
  });

  it('are taken out alone, however short the limits of the role are, and a start waits for it', async () => {
    await keepPartitions(ownUrl(), START);
    await addEntry(START);
    const limits = ['statement', 'lock', 'idle_in_transaction_session'].map(
      (name) => `-c ${name}_timeout=200`,
    );
    const limited = `${ownUrl()}?options=${encodeURIComponent(limits.join(' '))}`;
    const reader = await connect(ownUrl());
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM audit_entry');
    const drop = { now: daysOn(100), before: daysOn(40) };
    const dropping = dropPartitions(limited, 'audit_entry', drop);
    await eventually('the purge waits', async () => (await column(waitingFor('CONCURRENTLY')))[0] === 1);
    const starting = migrate(limited);
    await run('SELECT pg_sleep(0.5)');
    const waiting = `SELECT count(*)::int AS value FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(await column(waiting)).toEqual([1]);
    await reader.query('COMMIT');
    await reader.end();
    expect([await dropping, await starting]).toEqual([['audit_entry_past'], []]);
  });

  it('are left alone where somebody else took them out', async () => {
    await keepPartitions(ownUrl(), START);
    await keepPartitions(ownUrl(), daysOn(60));
    const [, entry] = [await addEntry(START), await addEntry(daysOn(40))];
    await run(`ALTER TABLE audit_entry DETACH PARTITION ${names.from}`);
    await run(`ALTER TABLE audit_entry DETACH PARTITION ${names.to} CONCURRENTLY`);
    const drop = { now: daysOn(100), before: daysOn(60) };
    expect(await dropPartitions(ownUrl(), 'audit_entry', drop)).toEqual(['audit_entry_past']);
    expect(await column(`SELECT id AS value FROM ${names.from}`)).toEqual([entry]);
    expect(await column(`SELECT id AS value FROM ${names.to}`)).toEqual([]);
  });
});
