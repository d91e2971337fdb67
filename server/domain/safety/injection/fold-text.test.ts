import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldPattern, foldText, withoutBlanks } from './fold-text.ts';

const fold = (text: string) => foldText(text, { lookalikes: true }).text;

describe('foldText', () => {
  it('lowers case and puts one blank between words and around them', () => {
    expect(fold('Do  NOT,\n stop!')).toBe(' do not stop ');
  });

  it.each([
    ['full-width letters', 'ｓｔｏｐ'],
    ['mathematical letters', '𝓼𝓽𝓸𝓹'],
    ['circled letters', 'Ⓢⓣⓞⓟ'],
    ['squared letters', '🆂🆃🅾🅿'],
    ['regional letters', '🇸🇹🇴🇵'],
    ['small capitals', 'ꜱᴛᴏᴘ'],
    ['Cyrillic and Greek look-alikes', 'ѕтоp'],
    ['figures', 's7op'],
    ['signs', '$top'.replace('$', 'S').replace('o', '0')],
    ['accents', 'ŝțôp'],
    ['combining marks', 's\u0301t\u0308op'],
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

  it('remembers where each character came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const folded of [
          foldText(text, { lookalikes: true }),
          withoutBlanks(foldText(text, { lookalikes: false })),
        ]) {
          expect(folded.origins).toHaveLength(folded.text.length);
          const origins = [...folded.origins];
          expect(origins.every((origin, i) => origin >= (origins[i - 1] ?? 0) && origin <= text.length)).toBe(
            true,
          );
        }
      }),
    );
  });

  it('removes every blank on request', () => {
    expect(withoutBlanks(foldText('s t-o p', { lookalikes: true })).text).toBe('stop');
  });
});
