// Makes a fresh clone usable: installs what package-lock.json names. Runs on any Node from 20 on, before a
// single dependency exists, so it imports nothing but Node itself.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exclusively } from './lock.mjs';
import { root } from './root.mjs';
import { runStep } from './run-step.mjs';

const isNode24 = process.versions.node.startsWith('24.');
/** The Node that runs the service: this one, or the one that package.json pins, installed as a dependency. */
export const pinnedNode = isNode24 ? process.execPath : join(root, 'node_modules/.bin/node');
const NO_NODE = 'npm has no Node 24 for this machine: install Node 24 from nodejs.org, then start again';

const stamp = join(root, 'node_modules/.cache/whetstone-install');
/** What the stamp says while packages are being installed. */
const UNFINISHED = 'unfinished';

/** What is installed: the packages that run the gateway, or those that test it as well. */
const SECONDS = { run: 40, test: 80 };

function wanted() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function installed() {
  const [lock, what] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  return { lock, what };
}

function isCurrent(purpose) {
  const { lock, what } = installed();
  return lock === wanted() && (what === purpose || what === 'test') && existsSync(pinnedNode);
}

/** As a new file: a copy of the folder may share the old one by a hard link. */
function writeStamp(lock, all) {
  mkdirSync(dirname(stamp), { recursive: true });
  rmSync(stamp, { force: true });
  writeFileSync(stamp, `${lock} ${all ? 'test' : 'run'}`);
}

/** Removes what no start reads, a quarter of the room: maps of the packages' sources, and Node's C headers. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isHeaders = entry.name === 'include' && /node_modules\/node-[^/]+$/.test(folder);
    if (isHeaders || (entry.isFile() && entry.name.endsWith('.map'))) rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path);
  }
}

/**
 * Installs the packages for `purpose`, `run` or `test`, unless they are there. `npm install` rather than
 * `npm ci`: it accepts a registry that lacks the packages of other platforms; `--no-save` keeps the lock file
 * as it is.
 */
export async function installDependencies(purpose) {
  if (isCurrent(purpose)) return;
  await exclusively(async () => {
    if (isCurrent(purpose)) return;
    const { lock, what } = installed();
    // npm takes a package for whole whose files are half there.
    if (lock === UNFINISHED) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    const all = purpose === 'test' || what === 'test';
    writeStamp(UNFINISHED, all);
    await runStep({
      command: ['npm', 'install', '--no-save', '--loglevel=error', all ? '--include=dev' : '--omit=dev'],
      what: 'Installing packages',
      usual: SECONDS[all ? 'test' : 'run'],
      ifSlow:
        'npm waits for its registry; `npm ping` says whether it answers, `npm config get registry` which it is',
      ifFailed: 'correct what npm says above (network, registry, space on the disk), then start again',
    });
    if (!existsSync(pinnedNode)) throw new Error(NO_NODE);
    if (!all) removeUnread(join(root, 'node_modules'));
    writeStamp(wanted(), all);
  });
}
