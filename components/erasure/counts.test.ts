import { describe, expect, it } from 'vitest';
import { previewedRows, rowsText, totalOf } from './counts.ts';

const COUNTS = {
  memories: 3,
  memory_evidence: 2,
  episodes: 2,
  feedback: 1,
  profiles: 1,
  recalls: 0,
  people: 0,
};

describe('the counts of an erasure', () => {
  it('are added up over every kind', () => {
    expect(totalOf(COUNTS)).toBe(9);
    expect([rowsText(1), rowsText(1214)]).toEqual(['1 row', '1,214 rows']);
    expect(previewedRows(COUNTS)).toBe('9 rows');
  });

  it('say more than they know where a preview stopped counting', () => {
    const many = { ...COUNTS, episodes: 10_001, recalls: 10_001 };
    expect(previewedRows(many)).toBe('more than 20,007 rows');
    expect(previewedRows({ ...COUNTS, episodes: 10_000 })).toBe('10,007 rows');
  });
});
