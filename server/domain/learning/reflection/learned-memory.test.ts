/** Who owns what was learned. */
import { describe, expect, it } from 'vitest';
import { MEMORY_KINDS } from '../../memories/memory.ts';
import { ownerOf } from './learned-memory.ts';

describe('a learned memory', () => {
  it('belongs to the user of its run', () => {
    for (const kind of MEMORY_KINDS) {
      for (const userSpecific of [true, false]) {
        expect(ownerOf({ kind, userSpecific }, { userId: 'u', shareLearnedFacts: false })).toBe('u');
      }
    }
  });

  it('is shared on purpose only where it is no preference and about no user in particular', () => {
    const owners = MEMORY_KINDS.flatMap((kind) =>
      [true, false].map((userSpecific) => [
        kind,
        userSpecific,
        ownerOf({ kind, userSpecific }, { userId: 'u', shareLearnedFacts: true }),
      ]),
    );
    expect(owners).toEqual([
      ['fact', true, 'u'],
      ['fact', false, null],
      ['preference', true, 'u'],
      ['preference', false, 'u'],
      ['lesson', true, 'u'],
      ['lesson', false, null],
    ]);
  });

  it('of a run without a user has no user', () => {
    expect(
      ownerOf({ kind: 'preference', userSpecific: true }, { userId: null, shareLearnedFacts: true }),
    ).toBe(null);
  });
});
