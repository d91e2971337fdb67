/**
 * Finds national numbers of persons by their form and check digit. Where a form alone has many namesakes, a word for
 * the number must stand before it. Written here rather than taken from `stdnum`: that has 11 MB, and the client, which
 * redacts by the same rules, has no packages.
 */
import type { Span } from '../spans.ts';

interface PersonalId {
  readonly form: RegExp;
  /** The check digit holds; letters are capitals, and separators are gone. */
  readonly holds: (id: string) => boolean;
  /** What every number of the form has in it and few texts have, six digits unless given: others are not searched. */
  readonly core?: RegExp;
  /** What must stand before the number where it is written without separators; nothing where that does not matter. */
  readonly saidBy?: RegExp;
}

const START = '(?<![\\w.+/-])';
const END = '(?![\\w/-]|\\.\\d)';

function form(body: string): RegExp {
  return new RegExp(`${START}${body}${END}`, 'g');
}

const SIX_DIGITS = /\d(?:\D?\d){5}/;

const PERSONAL_IDS: readonly PersonalId[] = [
  // Spain: DNI and NIE.
  { form: form('(?:\\d{8}|[XYZ]-?\\d{7})-?[A-HJ-NP-TV-Z]'), holds: holdsDni },
  // France: NIR; 2A and 2B are Corsica.
  {
    form: form('[12] ?\\d\\d ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d\\d|2[AB]) ?\\d{3} ?\\d{3} ?\\d\\d'),
    holds: holdsNir,
  },
  // Brazil: CPF.
  { form: form('\\d{3}\\.?\\d{3}\\.?\\d{3}-?\\d\\d'), holds: holdsCpf, saidBy: /\bcpf/i },
  { form: form('\\d{11}'), holds: holdsPesel, saidBy: /\bpesel/i }, // Poland
  {
    form: form('[2-9]\\d{3}[ -]?\\d{4}[ -]?\\d{4}'),
    holds: holdsVerhoeff,
    saidBy: /aadha?ar|आधार|\buid(?:ai)?\b/i,
  }, // India
  // United Kingdom: has no check digit.
  {
    form: form('(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d\\d ?\\d\\d ?\\d\\d ?[A-D]'),
    holds: () => true,
    saidBy: /\bnino\b|national insurance|\bni (?:no|number)/i,
  },
  // Germany: tax number of a person.
  {
    form: form('[1-9]\\d ?\\d{3} ?\\d{3} ?\\d{3}'),
    holds: holdsSteuerId,
    saidBy: /steuer|\bid-?nr|\btin\b|tax/i,
  },
  // Italy: Codice Fiscale; letters stand for digits where two people would have the same. Also as a part of a word.
  {
    form: new RegExp(`${START}[A-Z]{6}[\\dLMNP-V]{2}[A-EHLMPRST][\\dLMNP-V]{2}[A-Z][\\dLMNP-V]{3}[A-Z]`, 'g'),
    core: /[A-Z]{6}/,
    holds: holdsCodiceFiscale,
  },
  {
    form: new RegExp(`[a-z]{6}\\d\\d[a-ehlmprst]\\d\\d[a-z]\\d{3}[a-z]${END}`, 'g'),
    core: /\d\d[a-ehlmprst]\d\d[a-z]\d/,
    holds: holdsCodiceFiscale,
  },
  // China.
  {
    form: form('[1-9]\\d{5}(?:18|19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]'),
    holds: holdsChinese,
  },
];

/** How far before a number a word may stand that says what it is. */
const WORD_DISTANCE = 40;

/** Every number of a person in the text. */
export function findPersonalIds(text: string): Span[] {
  const spans: Span[] = [];
  const hasSix = SIX_DIGITS.test(text);
  for (const { form: pattern, core, holds, saidBy } of PERSONAL_IDS) {
    if (!(core?.test(text) ?? hasSix)) continue;
    for (const { index, 0: written } of text.matchAll(pattern)) {
      const id = written.replace(/[ .-]/g, '').toUpperCase();
      const isLabeled =
        saidBy === undefined ||
        /\d[ .-]\d/.test(written) ||
        saidBy.test(text.slice(Math.max(0, index - WORD_DISTANCE), index));
      if (isLabeled && holds(id)) spans.push({ start: index, end: index + written.length, kind: 'id' });
    }
  }
  return spans;
}

function digitsOf(id: string): number[] {
  return Array.from(id, Number);
}

function weighted(digits: readonly number[], weight: (at: number) => number): number {
  return digits.reduce((sum, digit, at) => sum + digit * weight(at), 0);
}

function holdsDni(id: string): boolean {
  const number = Number(id.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
  return id.at(-1) === 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23];
}

function holdsNir(id: string): boolean {
  const number = Number(id.slice(0, 13).replace('2A', '19').replace('2B', '18'));
  return 97 - (number % 97) === Number(id.slice(13));
}

function holdsCpf(id: string): boolean {
  const digits = digitsOf(id);
  const check = (length: number) =>
    ((weighted(digits.slice(0, length), (at) => length + 1 - at) * 10) % 11) % 10;
  return new Set(id).size > 1 && check(9) === digits[9] && check(10) === digits[10];
}

function holdsPesel(id: string): boolean {
  // The month has the century added to it: 1 to 12, and 20, 40, 60 or 80 more.
  const month = Number(id.slice(2, 4)) % 20;
  const day = Number(id.slice(4, 6));
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDate && weighted(digitsOf(id), (at) => (at === 10 ? 1 : ([1, 3, 7, 9][at % 4] ?? 0))) % 10 === 0;
}

/** Verhoeff's check digit: a product in the group of a pentagon's symmetries, each digit permuted by its place. */
function holdsVerhoeff(id: string): boolean {
  const product = (a: number, b: number) => {
    const turn = a < 5 ? a + b : a - b;
    return ((turn + 10) % 5) + (a < 5 === b < 5 ? 0 : 5);
  };
  const permuted = (digit: number, times: number): number =>
    times === 0 ? digit : permuted(Number('1576283094'[digit]), times - 1);
  return (
    digitsOf(id).reduceRight(
      (check, digit, at) => product(check, permuted(digit, (id.length - 1 - at) % 8)),
      0,
    ) === 0
  );
}

/** ISO 7064 mod 11,10; among the first ten digits exactly one stands twice or three times. */
function holdsSteuerId(id: string): boolean {
  const distinct = new Set(id.slice(0, 10)).size;
  if (distinct !== 9 && distinct !== 8) return false;
  let product = 10;
  for (const digit of digitsOf(id.slice(0, 10))) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(id[10]);
}

/** The values of 0 to 9 and A to Z at odd places. */
const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16,
  10, 22, 25, 24, 23,
];

function holdsCodiceFiscale(id: string): boolean {
  const sum = Array.from(id.slice(0, 15)).reduce((total, sign, at) => {
    const value = Number.parseInt(sign, 36);
    const even = value < 10 ? value : value - 10;
    return total + (at % 2 === 0 ? (ODD_VALUES[value] ?? 0) : even);
  }, 0);
  return id.charCodeAt(15) - 65 === sum % 26;
}

/** ISO 7064 mod 11-2. */
function holdsChinese(id: string): boolean {
  const sum = weighted(digitsOf(id.slice(0, 17)), (at) => 2 ** (17 - at));
  return id[17] === '10X98765432'[sum % 11];
}
