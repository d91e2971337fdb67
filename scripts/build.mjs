// Builds what the sources imply and does not exist yet or is older: the database clients and the dashboard.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, pinnedNode, root } from './install.mjs';

const CLIENT_STAMP = join(root, 'server/platform/db/generated/stamp');
const PACKAGE_STAMP = join(root, 'client/dist/.stamp');
const NEXT_STAMP = join(root, '.next/whetstone-stamp');

/** What each product is made from; a change to anything below makes it again. */
const CLIENT_SOURCES = ['prisma/schema.prisma', 'scripts/generate.mjs', 'package-lock.json'];
const PACKAGE_SOURCES = [
  'client/src',
  'client/src/generated/api.ts',
  'client/tsconfig.json',
  'client/package.json',
  'tsconfig.json',
];
const NEXT_SOURCES = [
  'app',
  'components',
  'server',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [full];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !entry.name.includes('.test.') && !entry.parentPath.includes('generated'),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A digest of the content, so that a fresh checkout or a touched file causes no new build. */
function digest(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow).sort())
    hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function isCurrent(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

function run(args, env = {}) {
  const child = spawnSync(pinnedNode, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  if (child.status !== 0) throw new Error(`failed: node ${args.join(' ')}`);
}

/** Generates the database clients where they are missing or older than the schema. */
export function buildClients() {
  const wanted = digest(CLIENT_SOURCES);
  if (isCurrent(CLIENT_STAMP, wanted)) return;
  run([join(root, 'scripts/generate.mjs'), '--clients']);
  writeFileSync(CLIENT_STAMP, wanted);
}

/** Builds the dashboard where it is missing or older than its sources. */
export function buildDashboard() {
  const wanted = digest(NEXT_SOURCES);
  if (isCurrent(NEXT_STAMP, wanted)) return;
  process.stderr.write('Building the dashboard…\n');
  run([join(root, 'node_modules/next/dist/bin/next'), 'build'], { NODE_ENV: 'production' });
  mkdirSync(join(root, '.next'), { recursive: true });
  writeFileSync(NEXT_STAMP, wanted);
}

/** Builds the client package where it is missing or older than its sources. */
export function buildClientPackage() {
  const wanted = digest(PACKAGE_SOURCES);
  if (isCurrent(PACKAGE_STAMP, wanted)) return;
  rmSync(join(root, 'client/dist'), { recursive: true, force: true });
  run([join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'client')]);
  writeFileSync(PACKAGE_STAMP, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installDependencies();
  buildClients();
  buildDashboard();
  buildClientPackage();
}
