import { describe, expect, it } from 'vitest';
import { changedKinds, previewedRows, rowsText, totalOf } from './counts.ts';

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
    expect(changedKinds(many, { ...many, recalls: 48_211 })).toEqual([]);
    expect(changedKinds(many, { ...many, recalls: 9000 })).toEqual([
      { label: 'Recalls', from: 'more than 10,000', to: '9,000' },
    ]);
  });

  it('tell what changed between preview and deed, and nothing where nothing did', () => {
    expect(changedKinds(COUNTS, { ...COUNTS })).toEqual([]);
    expect(changedKinds(COUNTS, { ...COUNTS, episodes: 5 })).toEqual([
      { label: 'Episodes', from: '2', to: '5' },
    ]);
  });
});
