/**
 * A copy of an SQLite file that is in use, and the way back. A file is put in its place whole and checked, or
 * not at all, and nothing that was there is lost.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, readApplied } from '../migrations/migrate.ts';
import { ensureFolder, MigrationError, pendingMigrations, readMigrations } from '../migrations/migrations.ts';
import { troubleOf } from '../trouble.ts';

/** Why a file is not copied; `message` is the one line that the operator reads. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/** All pages in one step: after a step, a write by another process would make it begin again. */
const ALL_PAGES = 0x7fffffff;
const LOCK_WAIT_MS = 60_000;

/**
 * Writes what the database at `source` holds at one moment to `file`, which must not be there yet. Others go
 * on reading and writing. Throws {@link CopyError}, or what the system throws.
 */
export async function backUpSqlite(source: string, file: string): Promise<void> {
  if (!existsSync(source)) throw new CopyError(`there is no database at ${source}`);
  if (existsSync(file)) throw new CopyError(`${file} exists already; name a file that does not`);
  await copyInto(source, file, statSync(source).mode);
}

/**
 * Puts a copy of `file` in the place of the database at `target`, which no process may have open. Answers with
 * the new name of the database that was there, null where there was none. Throws {@link CopyError}, or what
 * the system throws.
 */
export async function restoreSqlite(file: string, target: string, now: Date): Promise<string | null> {
  if (!existsSync(file)) throw new CopyError(`there is no file ${file}`);
  ensureFolder(target);
  const present = existsSync(target);
  if (present && realpathSync(file) === realpathSync(target))
    throw new CopyError(`${file} is the database itself; name a backup`);
  if (present) requireUnused(target);
  const aside = `${target}.replaced-${now.toISOString().replaceAll(/[:.-]/g, '')}`;
  await copyInto(file, target, statSync(present ? target : file).mode, () => {
    // Of a damaged database its journals are left, and must not be taken for the new one's.
    for (const end of ['', '-wal', '-shm', '-journal'])
      if (existsSync(target + end)) renameSync(target + end, aside + end);
  });
  return present ? aside : null;
}

/** Copies to a file beside `to`, checks the copy, makes room and gives it its name. */
async function copyInto(
  from: string,
  to: string,
  mode: number,
  makeRoom: () => void = () => undefined,
): Promise<void> {
  const part = `${to}.part`;
  reserve(part);
  try {
    chmodSync(part, mode);
    await copyPages(from, part);
    checkCopy(from, part);
    makeRoom();
    renameSync(part, to);
    sync(dirname(to));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function reserve(part: string): void {
  try {
    closeSync(openSync(part, 'wx'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new CopyError(`${part} exists: another copy is under way, or was broken off; then remove it`);
  }
}

async function copyPages(from: string, part: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: LOCK_WAIT_MS });
  try {
    await backup(source, part, { rate: ALL_PAGES });
  } catch (error) {
    throw troubleOf(error) === 'damaged' ? damaged(from) : error;
  } finally {
    source.close();
  }
}

const damaged = (file: string) => new CopyError(`${file} is damaged, or not a database`);

/** Throws where the copy is not whole, or not a database that this version can use. */
function checkCopy(from: string, part: string): void {
  const copy = new DatabaseSync(part);
  try {
    // One file without a journal beside it, until it is used.
    copy.exec('PRAGMA journal_mode = DELETE');
    const [{ integrity_check: found } = {}] = copy.prepare('PRAGMA integrity_check').all();
    if (found !== 'ok' || copy.prepare('PRAGMA foreign_key_check').all().length > 0) throw damaged(from);
    const applied = readApplied(copy);
    if (applied.length === 0) throw new CopyError(`${from} is not a database of this service`);
    pendingMigrations(readMigrations(MIGRATIONS, 'sqlite'), applied);
  } catch (error) {
    if (error instanceof MigrationError) throw new CopyError(`${from}: ${error.message}`);
    throw troubleOf(error) === 'damaged' ? damaged(from) : error;
  } finally {
    copy.close();
  }
  sync(part);
}

/** Leaving the write-ahead log needs the file for itself alone; a damaged one is not asked. */
function requireUnused(target: string): void {
  const database = new DatabaseSync(target);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'busy') throw new CopyError(`${target} is in use; stop the gateway first`);
    if (trouble !== 'damaged') throw error;
  } finally {
    database.close();
  }
}

/** Waits until a file, or a folder's list of files, is on the disk. */
function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
