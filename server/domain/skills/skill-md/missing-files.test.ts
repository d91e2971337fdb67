import { describe, expect, it } from 'vitest';
import { missingFiles } from './missing-files.ts';

const filesIn = (...texts: string[]) =>
  missingFiles(texts).map((finding) => finding.replace(/^lint:missing-file:/, ''));

describe('missingFiles', () => {
  it.each([
    ['Run `scripts/recalc.py` first', 'scripts/recalc.py'],
    ['```sh\npython scripts/office/unpack.py a.docx out/\n```', 'scripts/office/unpack.py'],
    ['bash ./scripts/init.sh', 'scripts/init.sh'],
    ['See [the schema](./reference/schema.json#top).', 'reference/schema.json'],
    ['[a](forms.md)', 'forms.md'],
    ['For more, see REFERENCE.md.', 'REFERENCE.md'],
    ['read `FORMS.md` and follow it', 'FORMS.md'],
    ['`assets/logo.svg`', 'assets/logo.svg'],
  ])('finds the file in %j', (text, file) => {
    expect(filesIn(text)).toEqual([file]);
  });

  it.each([
    'Edit `src/index.ts` and package.json',
    'See https://example.com/scripts/run.py and [docs](https://example.com/a.md)',
    '[above](#usage), [root](/etc/hosts), [mail](mailto:a@b.example)',
    'Files in `scripts/` help; examples/ too',
    'See README.md, CLAUDE.md and AGENTS.md',
    'my-scripts/run.py and ../scripts/run.py and $HOME/scripts/run.py',
    'for examples/ideas and scripts/tools, ask',
    'Write the plan to plan.md',
  ])('finds none in %j', (text) => {
    expect(filesIn(text)).toEqual([]);
  });

  it('names each file once, in the order of first mention, and a list that is not too long', () => {
    expect(filesIn('scripts/b.py, then see A.md', 'scripts/b.py again, scripts/a.py')).toEqual([
      'scripts/b.py',
      'A.md',
      'scripts/a.py',
    ]);
    expect(filesIn(Array.from({ length: 50 }, (_, at) => `scripts/${at}.py`).join(' '))).toHaveLength(20);
  });

  it.each(['](', 'scripts/', 'see the ', 'scripts/a/', '](a.md'])(
    'reads 200,000 characters of %j to their end',
    (unit) => {
      expect(filesIn(`${unit.repeat(200_000 / unit.length)} see scripts/last.py`)).toContain(
        'scripts/last.py',
      );
    },
  );
});
