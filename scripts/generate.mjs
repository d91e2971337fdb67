// Generates both Prisma clients from one source schema, and SQLite's migrations from PostgreSQL's. For the
// clients only `prisma generate` is used: it works offline once the schema engine's path points at any
// executable, because the work is done by WebAssembly inside the package. `--clients` leaves the migrations
// alone, so that a test can find that they are stale.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(join(root, 'package.json'));

/** The schema of each client: for SQLite the same models with another provider and another output folder. */
export function readSchemas() {
  const postgresql = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8');
  const derived = postgresql
    .replace('provider = "postgresql"', 'provider = "sqlite"')
    .replace('"../server/platform/db/generated/postgresql"', '"../../server/platform/db/generated/sqlite"');
  return { postgresql, sqlite: `// Derived from ../schema.prisma; do not edit.\n${derived}` };
}

function writeSqliteSchema() {
  const file = join(root, 'prisma/sqlite/schema.prisma');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, readSchemas().sqlite);
  return file;
}

const migrations = join(root, 'prisma/migrations');

/** What SQLite calls the types of PostgreSQL. */
const SQLITE_TYPES = [
  [/\bDOUBLE PRECISION\b/g, 'REAL'],
  [/\bTIMESTAMP\(3\)/g, 'DATETIME'],
  [/\bBYTEA\b/g, 'BLOB'],
];

const POSTGRESQL_ONLY = /^-- PostgreSQL only\n[\s\S]*?^-- end\n\n?/gm;
const SQLITE_ONLY = /^-- SQLite only\n((?:--.*\n)*?)-- end\n/gm;

/** The SQLite text of a migration that is written for PostgreSQL. */
export function deriveSqliteMigration(name, source) {
  const derived = source
    .replace(POSTGRESQL_ONLY, '')
    .replace(SQLITE_ONLY, (_, lines) => lines.replace(/^-- ?/gm, ''));
  if (/^-- (PostgreSQL only|SQLite only|end)$/m.test(derived))
    throw new Error(`${name}: a mark without its end`);
  const typed = SQLITE_TYPES.reduce((text, [type, own]) => text.replace(type, own), derived);
  return `-- Derived from ../postgresql/${name} by scripts/generate.mjs; do not edit.\n${typed.trimEnd()}\n`;
}

/** The SQLite migrations as they should be, by file name. */
export function deriveSqliteMigrations() {
  const folder = join(migrations, 'postgresql');
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return new Map(
    names.map((name) => [name, deriveSqliteMigration(name, readFileSync(join(folder, name), 'utf8'))]),
  );
}

function writeSqliteMigrations() {
  const folder = join(migrations, 'sqlite');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of deriveSqliteMigrations()) writeFileSync(join(folder, name), text);
}

/** Runs `prisma generate` for both dialects; throws when either fails. */
export function generateClients() {
  const cli = require.resolve('prisma-cli/build/index.js');
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  rmSync(join(root, 'server/platform/db/generated'), { recursive: true, force: true });
  for (const schema of [join(root, 'prisma/schema.prisma'), writeSqliteSchema()]) {
    execFileSync(process.execPath, [cli, 'generate', '--schema', schema], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--clients')) writeSqliteMigrations();
  generateClients();
}
