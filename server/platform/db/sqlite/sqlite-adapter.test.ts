import { readdirSync, readlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime, type TestRuntime } from '../../../testing/test-runtime.ts';
import { sqlitePath } from '../migrations/migrations.ts';
import { clientOf, type Tx } from '../prisma.ts';

describe('SQLite through one connection', () => {
  let runtime: TestRuntime;
  beforeAll(async () => {
    runtime = await openTestRuntime('sqlite');
  });
  afterAll(() => runtime.dispose());

  const add = (tx: Tx, key: string) => clientOf(tx).serviceState.create({ data: { key, value: '' } });
  const has = async (key: string) =>
    (await clientOf(runtime.db.read).serviceState.count({ where: { key } })) === 1;

  /** Files that this process has open of the database; Linux alone can tell. */
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('test.db');
      } catch {
        return false;
      }
    }).length;

  it.runIf(process.platform === 'linux')('opens no further file for any number of transactions', async () => {
    await runtime.db.write((tx) => add(tx, 'warm'));
    const before = openFiles();
    for (let index = 0; index < 50; index += 1) await runtime.db.write((tx) => add(tx, `many-${index}`));
    expect(openFiles()).toBe(before);
  });

  it('keeps statements from outside out of a transaction that is rolled back', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const failing = runtime.db.write(async (tx) => {
      await add(tx, 'inside');
      start();
      await released;
      throw new Error('later error');
    });
    await started;
    const outside = add(runtime.db.read, 'outside').then(() => 'stored');
    release();
    await expect(failing).rejects.toThrow('later error');
    expect(await outside).toBe('stored');
    expect([await has('inside'), await has('outside')]).toEqual([false, true]);
  });

  it('goes on after a statement that failed, and after a transaction that did', async () => {
    const twice = runtime.db.write(async (tx) => {
      await add(tx, 'twice');
      await add(tx, 'twice');
    });
    await expect(twice).rejects.toMatchObject({ code: 'P2002' });
    await runtime.db.write((tx) => add(tx, 'twice'));
    expect(await has('twice')).toBe(true);
  });

  it('goes on after it waited for another process in vain', { timeout: 40_000 }, async () => {
    const other = new DatabaseSync(sqlitePath(runtime.config.database.url));
    other.exec('BEGIN IMMEDIATE');
    // The driver waits in this thread, so the lock outlasts its patience once and is free when it tries
    // again.
    const waiting = runtime.db.write((tx) => add(tx, 'after-the-wait'));
    const released = new Promise((resolve) => setTimeout(resolve, 50)).then(() => other.exec('ROLLBACK'));
    await Promise.all([waiting, released]);
    other.exec('BEGIN IMMEDIATE');
    await expect(add(runtime.db.read, 'too-late')).rejects.toMatchObject({ code: 'P1008' });
    other.exec('ROLLBACK');
    other.close();
    for (let index = 0; index < 20; index += 1) {
      await runtime.db.write(async (tx) => {
        await add(tx, `next-${index}`);
        await clientOf(tx).serviceState.findMany({ take: 1 });
      });
    }
    expect([await has('after-the-wait'), await has('next-19')]).toEqual([true, true]);
  });
});
