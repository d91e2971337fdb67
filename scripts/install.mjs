// Makes a fresh clone usable: installs what package-lock.json names, and says whether anything had to be
// done. Runs on any Node from 20 on, before a single dependency exists, so it imports nothing but Node
// itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The Node that package.json pins, installed as a dependency. */
export const pinnedNode = join(root, 'node_modules/.bin/node');

const stamp = join(root, 'node_modules/.cache/whetstone-install');

function wanted() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * Installs the dependencies unless they are the ones the lock file names. `npm install` rather than `npm ci`:
 * it accepts a registry that lacks the packages of other platforms; `--no-save` keeps the lock file as it is.
 */
export function installDependencies() {
  const lock = wanted();
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing dependencies…\n');
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (npm.status !== 0) throw new Error('npm install failed');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}
