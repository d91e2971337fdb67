import { describe, expect, it } from 'vitest';
import { changedKinds, rowsText, totalOf } from './counts.ts';

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
  });

  it('tell what changed between preview and deed, and nothing where nothing did', () => {
    expect(changedKinds(COUNTS, { ...COUNTS })).toEqual([]);
    expect(changedKinds(COUNTS, { ...COUNTS, episodes: 5 })).toEqual([{ label: 'Episodes', from: 2, to: 5 }]);
  });
});
