/** When a memory counts as said already, or as near enough to be reconciled. */
import { describe, expect, it } from 'vitest';
import { comparableText, likeness, resembles } from './resemblance.ts';

describe('comparableText', () => {
  it('ignores case, white space and ways of writing one character alone', () => {
    expect(comparableText(' The  user is\nVegan ')).toBe('the user is vegan');
    expect(comparableText('Cafe\u0301')).toBe(comparableText('caf\u00e9'));
    expect(comparableText('the user is vegan.')).not.toBe('the user is vegan');
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
});

describe('likeness', () => {
  it('is the shared part of the shorter text, or nothing', () => {
    expect(likeness(3, 6, 40)).toBe(0.5);
    expect(likeness(5, 9, 5)).toBe(1);
    expect(likeness(3, 7, 40)).toBe(0);
    expect(likeness(2, 2, 2)).toBe(0);
    expect(likeness(0, 0, 0)).toBe(0);
  });
});
