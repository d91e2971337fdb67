// Fails where a source file is longer than people read, 500 lines, or a folder holds more than they look through, 25 entries.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const MOST_LINES = 500;
const MOST_ENTRIES = 25;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && !file.includes('/generated/'));

const long = files
  .filter((file) => /\.(ts|tsx|mjs|py)$/.test(file))
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
  .filter(({ lines }) => lines > MOST_LINES);

/** What lies in each folder: its files and folders. */
const entries = new Map();
for (const file of files) {
  for (let path = file; path !== '.'; path = dirname(path)) {
    const folder = dirname(path);
    entries.set(folder, (entries.get(folder) ?? new Set()).add(path));
  }
}
// One reads migrations in their order, and never looks for one; the root has what tools expect there.
const full = [...entries].filter(
  ([folder, { size }]) => size > MOST_ENTRIES && folder !== '.' && !folder.startsWith('prisma/migrations'),
);

for (const { file, lines } of long) {
  process.stderr.write(`${file}: ${lines} lines, at most ${MOST_LINES}\n`);
}
for (const [folder, { size }] of full) {
  process.stderr.write(`${folder}: ${size} entries, at most ${MOST_ENTRIES}\n`);
}
process.exit(long.length + full.length === 0 ? 0 : 1);
