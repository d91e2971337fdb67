import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { backgroundRate } from './background.ts';

const rateOf = (word: string): number => backgroundRate(analyze(word)[0] ?? '');

describe('backgroundRate', () => {
  it('knows common words from rare ones', () => {
    expect(rateOf('file')).toBeGreaterThan(rateOf('refund'));
    expect(rateOf('refund')).toBeGreaterThan(rateOf('kubernetes'));
    expect(rateOf('kubernetes')).toBe(rateOf('zyzzyva'));
  });

  it.each(['3', '250', 'x', '2026', 'nicht', 'avec', 'это'])(
    'counts list marks, years and function words of other languages as common: %j',
    (word) => {
      expect(rateOf(word)).toBeGreaterThan(rateOf('zyzzyva'));
    },
  );
});
