// Generates both Prisma clients from one source schema. Only `prisma generate` is used: it works offline once the schema
// engine's path points at any executable, because the work is done by WebAssembly inside the package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Runs `prisma generate` for both dialects; throws when either fails. */
function generateClients() {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) generateClients();
