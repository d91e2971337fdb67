/** The table of what words mean is the one that is described. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('is the table that its README names', () => {
  const read = (name: string) => readFileSync(new URL(`words/${name}`, import.meta.url));
  const sum = createHash('sha256').update(read('word-vectors.bin')).digest('hex');
  expect(read('README.md').toString()).toContain(sum);
});
