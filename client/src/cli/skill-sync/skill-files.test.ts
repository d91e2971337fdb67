/** Finding skills where people keep them: many at once, on a system that lets few files be open. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SKILL_FILES = fileURLToPath(new URL('./skill-files.ts', import.meta.url));

it('reads a folder of more files than may be open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-files-'));
  for (let n = 0; n < 300; n += 1) {
    mkdirSync(join(folder, `skill-${n}`));
    writeFileSync(join(folder, `skill-${n}`, 'SKILL.md'), `skill ${n}`);
  }
  const program = `const { findSkillFiles } = await import(${JSON.stringify(SKILL_FILES)});
    console.log((await findSkillFiles(${JSON.stringify(folder)}, false)).length);`;
  const command = ['-c', 'ulimit -n 100 && exec "$0" "$@"', process.execPath];
  const read = execFileSync('sh', [...command, '--input-type=module', '-e', program], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(read).toBe('300\n');
});
