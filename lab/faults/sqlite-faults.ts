/** What happens to the file of SQLite, and to the disk that it is on. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlitePath } from '../../server/platform/db/migrations/migrations.ts';
import { between, type Fault, SQLITE } from './fault.ts';
import type { Installation } from './installation.ts';

const hasDisk = ({ disk }: Installation) => disk !== null;

export const SQLITE_FAULTS: readonly Fault[] = [
  {
    name: 'disk full',
    dialects: SQLITE,
    isPossible: hasDisk,
    async inject({ disk }, random) {
      disk?.fill(between(random, 0, 4));
      await sleep(between(random, 1000, 6000));
      disk?.empty();
    },
  },
  {
    name: 'disk read-only',
    dialects: SQLITE,
    isPossible: hasDisk,
    async inject({ disk }, random) {
      disk?.refuseWrites(true);
      await sleep(between(random, 1000, 6000));
      disk?.refuseWrites(false);
    },
  },
  {
    name: 'file locked by another process',
    dialects: SQLITE,
    async inject({ databaseUrl }, random) {
      const database = new DatabaseSync(sqlitePath(databaseUrl), { timeout: 10_000 });
      database.exec('BEGIN IMMEDIATE');
      await sleep(between(random, 500, 8000));
      database.exec('ROLLBACK');
      database.close();
    },
  },
];
