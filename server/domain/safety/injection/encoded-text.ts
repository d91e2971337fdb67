/**
 * Tells text that is written in another writing: words in base64, in escapes, in rot13. Who has nothing to
 * hide writes words as words, so that alone is a finding where nobody wrote the text on purpose.
 */
import * as stopword from 'stopword';
import { decodedForms } from './decode-text.ts';

/** Runs that could be words in another writing; shorter ones are names, keys and signs. */
const RUNS: readonly RegExp[] = [
  /[A-Za-z0-9+/_-]{32,}={0,2}/g,
  /(?<![0-9A-Za-z])[A-Z2-7]{32,}={0,6}(?![0-9A-Za-z])/g,
  /(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{2}){12,}(?![0-9A-Za-z])/gi,
  /(?<!\w)(?:0x)?[0-9a-f]{2}(?:[\s,:-]{1,2}(?:0x)?[0-9a-f]{2}){11,}(?!\w)/gi,
  /(?<!\w)[01]{8}(?:[\s,]{0,2}[01]{8}){7,}(?!\w)/g,
  /(?<!\w)\d{2,3}(?:[\s,;]{1,2}\d{2,3}){11,}(?!\w)/g,
  /(?:%[0-9a-f]{2}){8,}/gi,
  /(?:=[0-9A-F]{2}){8,}/g,
  /(?:\\x[0-9a-f]{2}){8,}/gi,
  /(?:(?:\\u|%u)\{?[0-9a-f]{2,6}\}?){8,}/gi,
  /(?:&#(?:x[0-9a-f]{2,6}|\d{2,7});?){8,}/gi,
  /(?:u\+[0-9a-f]{2,6}[\s,]{0,2}){8,}/gi,
];
const LATIN_STOPWORDS: ReadonlySet<string> = new Set(
  Object.values(stopword).flatMap((list: unknown) =>
    Array.isArray(list) ? list.map(String).filter((word) => /^\p{sc=Latin}{2,}$/u.test(word)) : [],
  ),
);
const ROTATED_STOPWORDS: ReadonlySet<string> = new Set(Array.from(LATIN_STOPWORDS, rot13));
const LEAST_STOPWORDS = 3;
const MAX_READ = 262_144;
/** So many runs are looked at; a text of more of them is made of them. */
const MAX_RUNS = 200;

/** Whether a part of the text, or all of it, reads as words only when it is decoded. */
export function isEncodedText(whole: string): boolean {
  const text = whole.slice(0, MAX_READ);
  return hasEncodedRun(text) || isRotated(text);
}

function hasEncodedRun(text: string): boolean {
  let runs = 0;
  for (const pattern of RUNS) {
    for (const { index, 0: run } of text.matchAll(pattern)) {
      if (++runs > MAX_RUNS) return true;
      // What a link has in its path or query is escaped because it must be.
      if (/:\/\/\S{0,300}$/.test(text.slice(Math.max(0, index - 300), index))) continue;
      if (decodedForms(run.slice(0, 4000)).some((form) => form !== run && isWords(form))) return true;
    }
  }
  return false;
}

/** Two words, or as much of a script without blanks. */
function isWords(form: string): boolean {
  const letters = form.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const isMostlyLetters = letters * 10 >= form.trim().length * 6;
  return (
    isMostlyLetters &&
    /\p{L}[\p{L}\p{M}]+[\s\p{P}]+\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{4}/u.test(form)
  );
}

/** Rotated by thirteen a text has the words that every sentence has, and as it stands it has fewer. */
function isRotated(text: string): boolean {
  const words = new Set(text.toLowerCase().match(/(?<![\w./-])[a-zà-ÿ]{2,}(?![\w./-])/g) ?? []);
  let own = 0;
  let rotated = 0;
  for (const word of words) {
    if (LATIN_STOPWORDS.has(word)) own++;
    if (ROTATED_STOPWORDS.has(word)) rotated++;
  }
  return rotated >= LEAST_STOPWORDS && rotated > own;
}

/** Each letter of ASCII by the one thirteen further, in lower case. */
export function rot13(text: string): string {
  return text.toLowerCase().replace(/[a-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code > 109 ? code - 13 : code + 13);
  });
}
