import { describe, expect, it } from 'vitest';
import { lifecycleMoves } from './lifecycle.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');

describe('the moves of disuse', () => {
  const moves = lifecycleMoves(NOW, { staleAfterDays: 30, archiveAfterDays: 90 });

  it('count days from the last use', () => {
    expect(moves.map(({ cutoff }) => cutoff.toISOString())).toEqual([
      '2026-03-03T12:00:00.000Z',
      '2026-05-02T12:00:00.000Z',
      '2026-05-02T12:00:00.000Z',
    ]);
  });

  it('never bring an archived or deprecated skill back, and a pin prevents only the moves away', () => {
    expect(moves.map(({ from }) => from)).not.toContain('archived');
    expect(moves.map(({ from }) => from)).not.toContain('deprecated');
    for (const { to, sparesPinned } of moves) expect(sparesPinned).toBe(to !== 'active');
  });

  it('make no skill move twice: no move leads to where a later one begins under the same use', () => {
    for (const [at, { to, use }] of moves.entries()) {
      expect(moves.slice(at + 1).some((later) => later.from === to && later.use === use)).toBe(false);
    }
  });
});
