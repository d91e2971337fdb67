// Fails where a source file is longer than people read: 300 lines.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const LIMIT = 300;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.py'],
  {
    cwd: root,
    encoding: 'utf8',
  },
).trim();

const long = files
  .split('\n')
  .filter((file) => existsSync(join(root, file)) && !file.includes('/generated/'))
  .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length }))
  .filter(({ lines }) => lines > LIMIT);

for (const { file, lines } of long) process.stderr.write(`${file}: ${lines} lines, at most ${LIMIT}\n`);
process.exit(long.length === 0 ? 0 : 1);
