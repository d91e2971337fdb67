import { expect, it } from 'vitest';
import { cleanupSentence } from './cleanup-sentence.ts';

it('says 100 % of nothing but all', () => {
  expect(cleanupSentence({ active: 1000, clean: 999 })).toBe(
    '99\u00a0% of 1000 active memories need no clean-up.',
  );
  expect(cleanupSentence({ active: 3, clean: 3 })).toBe('No active memory needs clean-up.');
  expect(cleanupSentence({ active: 0, clean: 0 })).toBe('No memory is active.');
});
