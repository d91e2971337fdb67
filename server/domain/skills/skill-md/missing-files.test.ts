import { describe, expect, it } from 'vitest';
import { missingFiles } from './missing-files.ts';

const filesIn = (...texts: string[]) =>
  missingFiles(texts).map((finding) => finding.replace(/^lint:missing-file:/, ''));

describe('missingFiles', () => {
  it.each([
    ['Run `scripts/recalc.py` first', 'scripts/recalc.py'],
    ['```sh\npython scripts/office/unpack.py a.docx out/\n```', 'scripts/office/unpack.py'],
    ['See [the schema](./reference/schema.json#top).', 'reference/schema.json'],
    ['read `FORMS.md` and follow it', 'FORMS.md'],
  ])('finds the file in %j', (text, file) => {
    expect(filesIn(text)).toEqual([file]);
  });

  it.each([
    'See https://example.com/scripts/run.py and [docs](https://example.com/a.md)',
    '[above](#usage), [root](/etc/hosts), [mail](mailto:a@b.example)',
    'See README.md, CLAUDE.md and AGENTS.md',
    'my-scripts/run.py and ../scripts/run.py and $HOME/scripts/run.py',
  ])('finds none in %j', (text) => {
    expect(filesIn(text)).toEqual([]);
  });
});
