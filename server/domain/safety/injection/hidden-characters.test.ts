import { describe, expect, it } from 'vitest';
import { findHiddenCharacters } from './hidden-characters.ts';

const labels = (text: string) => findHiddenCharacters(text).map(({ label }) => label);

describe('findHiddenCharacters', () => {
  it.each([
    ['a variation selector after a letter', 'a\ufe0f', ['variation selector 16']],
    ['a second variation selector', '😀\ufe0f\ufe0e', ['variation selector 15']],
    ['bytes behind an emoji', '😀\u{e0158}\u{e0159}', ['variation selector 105', 'variation selector 106']],
    ['one zero width space', 'de\u200blete', ['zero width space']],
    ['a zero width joiner between Latin letters', 'a\u200db', ['zero width joiner']],
    ['two non-joiners in Persian', 'می\u200c\u200cروم', Array(2).fill('zero width non-joiner')],
    ['a non-joiner at the end of Persian', 'می\u200c', ['zero width non-joiner']],
    ['isolates', '\u2066a\u2069', ['left-to-right isolate', 'pop directional isolate']],
    ['overrides', '\u202ea\u202c', ['right-to-left override', 'pop directional formatting']],
    ['tags that are no subdivision flag', '🏴\u{e0068}\u{e0069}\u{e007f}', ['tag h', 'tag i', 'cancel tag']],
    ['tags behind a subdivision flag', '🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{e0068}', ['tag h']],
    ['a soft hyphen', 'in\u00adstructions', ['soft hyphen']],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0', ['choseong', 'jungseong', '', 'half'].map(filler)],
    ['blank Braille', 'a\u2800b', ['braille pattern blank']],
    ['an unassigned ignorable character', 'a\u{e0fff}', ['invisible character']],
    ['a selector after a digit', '1\ufe0f', ['variation selector 16']],
    ['a joiner behind the last emoji', '👩\u200d', ['zero width joiner']],
  ])('finds %s', (_, text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  function filler(part: string): string {
    return part === 'half' ? 'halfwidth hangul filler' : `hangul ${part} filler`.replace('  ', ' ');
  }

  it.each([
    ['emoji joined', '👩‍👩‍👧‍👦 🏳️‍🌈 🧑🏽‍💻 ❤️‍🔥 👁️‍🗨️'],
    ['emoji with a presentation', '❤️ ✔️ ☎︎ ©️ ↔️ ⚠︎'],
    ['keycaps', '1️⃣ #️⃣ *️⃣ 5⃣'],
    ['subdivision flags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['Persian', 'نمی\u200cخواهم کتاب\u200cها را'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['Bengali', 'র\u200d্য'],
    ['Khmer', 'ភាសា\u200bខ្មែរ'],
    ['Mongolian', 'ᠠ\u180b ᠨ\u180eᠠ'],
    ['Hebrew that ends in a sign', 'שלום\u200f!'],
    ['Arabic before Latin', 'استخدم\u200e API'],
    ['accents, Thai, Korean and Braille', 'e\u0301 ภาษาไทย 한국어 ⠓⠊'],
  ])('leaves %s alone', (_, text) => {
    expect(labels(text)).toEqual([]);
  });

  it('gives the place in UTF-16 units and the code point', () => {
    expect(findHiddenCharacters('😀 a\u{e0041}b')).toEqual([
      { start: 4, end: 6, codePoint: 0xe0041, label: 'tag A' },
    ]);
  });
});
