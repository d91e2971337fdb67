import { describe, expect, it } from 'vitest';
import { foldPattern, foldText } from './fold-text.ts';

const fold = (text: string) => foldText(text, { lookalikes: true }).text;

describe('foldText', () => {
  it('lowers case and puts one blank between words and around them', () => {
    expect(fold('Do  NOT,\n stop!')).toBe(' do not stop ');
  });

  it.each([
    ['full-width letters', 'ｓｔｏｐ'],
    ['mathematical letters', '𝓼𝓽𝓸𝓹'],
    ['regional letters', '🇸🇹🇴🇵'],
    ['small capitals', 'ꜱᴛᴏᴘ'],
    ['Cyrillic and Greek look-alikes', 'ѕтоp'],
    ['figures', 's7op'],
    ['signs', '$top'.replace('$', 'S').replace('o', '0')],
    ['accents', 'ŝțôp'],
    ['invisible characters', 's\u200bt\u00ado\u2060p'],
    ['tag characters', '\u{e0073}\u{e0074}\u{e006f}\u{e0070}'],
  ])('resolves %s', (_, text) => {
    expect(fold(text)).toBe(' stop ');
  });

  it('keeps plain numbers and, when asked to, letters of other scripts', () => {
    expect(fold('rule 1050')).toBe(' ruie 1050 ');
    expect(foldText('Стоп 忽略', { lookalikes: false }).text).toBe(' стоп 忽略 ');
  });

  it('folds "l" as "I" and "1" are folded, in texts and in patterns', () => {
    expect(fold('ALL')).toBe(fold('a1I'));
    expect(foldPattern('all<é>')).toBe('aii<e>');
  });
});
