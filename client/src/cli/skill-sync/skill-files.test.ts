/** Finding skills where people keep them: many at once, on a system that lets few files be open. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { findSkillFiles } from './skill-files.ts';

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

it('reads a folder and a zip file alike, and names the files that an import leaves out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-zip-'));
  const files = {
    'pdf/SKILL.md': 'a',
    'pdf/scripts/fill.py': 'b',
    'pdf/forms/SKILL.md': 'c',
    'pdf/forms/notes.md': 'd',
    'README.md': 'e',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'skills', dirname(path)), { recursive: true });
    writeFileSync(join(folder, 'skills', path), text);
  }
  const zipped = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  writeFileSync(join(folder, 'skills.zip'), zipSync(zipped));
  const expected = [
    { path: 'pdf/SKILL.md', text: 'a', notKept: ['pdf/scripts/fill.py'] },
    { path: 'pdf/forms/SKILL.md', text: 'c', notKept: ['pdf/forms/notes.md'] },
  ];
  expect(await findSkillFiles(join(folder, 'skills'), false)).toEqual(expected);
  expect(await findSkillFiles(join(folder, 'skills.zip'), false)).toEqual(expected);
  writeFileSync(join(folder, 'broken.zip'), 'no zip');
  await expect(findSkillFiles(join(folder, 'broken.zip'), false)).rejects.toThrow(/not a zip file/);
  rmSync(folder, { recursive: true });
});
