/** When a memory counts as said already, or as near enough to be reconciled. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findResembling, resembles, sameText } from './resemblance.ts';

describe('sameText', () => {
  it('ignores case and white space alone', () => {
    expect(sameText(' The  user is\nVegan ', 'the user is vegan')).toBe(true);
    expect(sameText('the user is vegan', 'the user is vegan.')).toBe(false);
  });
});

describe('resembles', () => {
  const preference = 'The user prefers window seats on long flights';

  it('needs three stemmed content words that are half of the shorter text', () => {
    expect(resembles(preference, 'On a long flight the user always prefers an aisle seat')).toBe(true);
    expect(resembles('window seats', preference)).toBe(false);
    expect(
      resembles(preference, 'The user prefers tea, trains, red wine, quiet hotels and short emails'),
    ).toBe(false);
  });

  it('holds at exactly half of the shorter text and not below', () => {
    expect(resembles('alpha beta gamma uno dos tres', 'alpha beta gamma red green blue')).toBe(true);
    expect(resembles('alpha beta gamma uno dos tres cuatro', 'alpha beta gamma red green blue pink')).toBe(
      false,
    );
  });

  it('is symmetric, and true of any text of three content words with itself', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), fc.lorem({ maxCount: 12 }), (a, b) => {
        expect(resembles(a, b)).toBe(resembles(b, a));
        expect(resembles(`${a} alpha beta gamma`, `${a} alpha beta gamma`)).toBe(true);
      }),
    );
  });
});

describe('findResembling', () => {
  it('finds the same text first, also where it is too short to resemble, then the most alike', () => {
    const memories = [
      { id: 'far', content: 'Paris is lovely in spring' },
      { id: 'near', content: 'prefers window seats on long flights, mostly with Lufthansa or Swiss' },
      { id: 'same', content: 'PREFERS window seats on  long flights' },
    ];
    const found = findResembling(memories, 'prefers window seats on long flights');
    expect(found.map(({ id, same }) => [id, same])).toEqual([
      ['same', true],
      ['near', false],
    ]);
    expect(findResembling([{ id: 'short', content: 'Vegan' }], 'vegan')).toMatchObject([
      { id: 'short', same: true },
    ]);
  });
});
