/**
 * Letters that look like Latin ones but are not, and the figures and signs that stand in for letters. Text
 * that hides an instruction from a filter still has to be read by a model, so it uses what looks alike;
 * compatibility forms (full-width, mathematical, circled) are undone by Unicode normalisation and need no
 * entry here.
 */

/**
 * Cyrillic, Greek, Armenian and small capital letters to the Latin letter they pass for. Source: Unicode
 * TR39.
 */
const LOOKALIKE_GROUPS: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'ьвβƅʙ',
  c: 'сϲᴄ',
  d: 'ԁɗđᴅ',
  e: 'еєεҽɛᴇ',
  f: 'ғƒϝꜰ',
  g: 'ցɡɢ',
  h: 'һнհʜ',
  i: 'іιıɩӏɪ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ⅼłʟ',
  m: 'мϻᴍ',
  n: 'ոηпƞɴ',
  o: 'оοօσøөᴏ',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гɼᴦʀ',
  s: 'ѕʂꜱ',
  t: 'тτŧᴛ',
  u: 'υսцʋᴜ',
  v: 'ѵνᴠ',
  w: 'ԝшωѡᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ᴢʐ',
};

/** Each look-alike by itself. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKE_GROUPS).flatMap(([latin, group]) =>
    [...group].map((char) => [char, latin] as const),
  ),
);

/** Figures and signs that replace letters within a word ("1gn0re", "in$truction$"), by character code. */
export const STAND_IN_CODES: ReadonlyMap<number, number> = new Map(
  [...'0o1i3e4a5s7t8b9g@a$s!i|i'.matchAll(/(.)(.)/g)].map(([pair]) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);

/**
 * Squared, circled and regional letters, which normalisation leaves alone: first code point of each alphabet.
 */
const SYMBOL_ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
const TAG_BASE = 0xe0000;

/** The letter that a symbol or an invisible tag character stands for; empty for every other character. */
export function lookalikeSymbol(point: number): string {
  if (point < 0x1f150) return '';
  const alphabet = SYMBOL_ALPHABETS.find((first) => point >= first && point < first + 26);
  if (alphabet !== undefined) return letterAt(point - alphabet);
  if (point <= TAG_BASE + 32 || point >= TAG_BASE + 127) return point === TAG_BASE + 32 ? ' ' : '';
  const char = String.fromCharCode(point - TAG_BASE).toLowerCase();
  return /[a-z]/.test(char) ? letterAt(char.charCodeAt(0) - 97) : ' ';
}

/** The letter at a place of the alphabet, folded as every "l" is. */
function letterAt(place: number): string {
  return String.fromCharCode(97 + place).replace('l', 'i');
}
