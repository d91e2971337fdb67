/**
 * The language of a text, as far as its words are stemmed by it: guessed from the share of its function words. A text
 * that has more English ones, or as many, is read as English, so that a name or a quotation changes nothing.
 */
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { COMMON_STEMS } from '../background-table.ts';
import { ENGLISH, LANGUAGES_OF, READ_LANGUAGES } from './function-words.ts';

/** By ISO 639-3. */
export type Language = 'deu' | 'fra' | 'por' | 'spa';

/**
 * Snowball's stemmers, with what they do not take together brought to one form before: letters that people write
 * without accents or umlauts, plurals that change the end of the stem, and German verbs with their nouns and participles.
 */
const STEM: Readonly<Record<Language, (word: string) => string>> = {
  deu: (word) =>
    german(
      word
        .replace(/(?<![aeq])([aou])e/g, (_, vowel: keyof typeof UMLAUT) => UMLAUT[vowel])
        .replace(/(e[lr])(?:n|ung|ungen)$/, '$1')
        .replace(/iert(?:e[mnrs]?)?$/, 'ieren')
        .replace(/([dt])et$/, '$1en'),
    ),
  fra: french,
  por: (word) =>
    portuguese(
      word
        .replace(/(?:cao|c[oõ]es|ções)$/, 'ção')
        .replace(/[oõã]es$/, 'ão')
        .replace(/ais$/, 'al')
        .replace(/ns$/, 'm'),
    ),
  spa: (word) => spanish(word.replace(/([cs])ion$/, '$1ión')),
};
const UMLAUT = { a: 'ä', o: 'ö', u: 'ü' };

/**
 * `unknown`: the function words of a text do not tell, as in a heading. `english` stands for all languages without a
 * stemmer here too.
 */
export type DetectedLanguage = Language | 'english' | 'unknown';

export const LANGUAGES = Object.keys(STEM) as Language[];

/** Single letters are list marks and variables in any language. */
const SHORTEST_FUNCTION_WORD = 2;
/** One function word alone may be a name. */
const LEAST = 1.5;
/** A word of a subject that is common in English counts as this part of an English function word. */
const COMMON_WORD = 0.5;
/** So does a letter that one language alone has among these. */
const LETTER = 0.5;
const LETTERS: Readonly<Record<Language, RegExp>> = {
  deu: /[äöüß]/i,
  fra: /[èêëîïœùû]/i,
  por: /[ãõ]/i,
  spa: /[ñ¿¡]/i,
};

const COMMON: ReadonlySet<string> = new Set(
  Object.values(COMMON_STEMS).flatMap((stems) => stems.trim().split(/\s+/)),
);

/** Whether English uses the word so often that its English stem stands for it in every language. */
export function isCommonInEnglish(stem: string): boolean {
  return COMMON.has(stem);
}

/** The stem of a lower-cased word. */
export function stemIn(language: Language, word: string): string {
  return STEM[language](word);
}

/** Whether a lower-cased word says nothing in this language. */
export function isFunctionWord(language: Language, word: string): boolean {
  return LANGUAGES_OF.get(word)?.includes(READ_LANGUAGES.indexOf(language)) === true;
}

/** The numbers of the languages in which a word, or an elided one and what follows, says nothing. */
export function languagesOf(word: string): readonly number[] {
  const lower = word.toLowerCase().replace('’', "'");
  if (lower.length < SHORTEST_FUNCTION_WORD) return [];
  const elided = lower.includes("'") ? LANGUAGES_OF.get(lower.replace(/'.*$/, "'")) : undefined;
  return elided ?? LANGUAGES_OF.get(lower) ?? [];
}

/** By the number of each language: how many words of a text say nothing in it. */
export function newVotes(): Float64Array {
  return new Float64Array(READ_LANGUAGES.length);
}

/** The language of a text with these votes; `common` is how many of its words English often uses. */
export function likeliestLanguage(votes: Float64Array, common: number, text: string): DetectedLanguage {
  const english = votes[ENGLISH] ?? 0;
  const foreign = mostForeign(votes);
  if (english > LETTER + foreign) return 'english';
  if (english + foreign === 0) return 'unknown';
  const said = votes.map((count, number) =>
    number === ENGLISH ? 0 : withLetters(count, READ_LANGUAGES[number] ?? '', text),
  );
  const most = Math.max(...said);
  const stemmed = said.filter((_, number) => isStemmed(READ_LANGUAGES[number] ?? ''));
  if (english > Math.max(...stemmed)) return 'english';
  const best =
    said.indexOf(most) === said.lastIndexOf(most) ? (READ_LANGUAGES[said.indexOf(most)] ?? '') : '';
  return isStemmed(best) && most >= LEAST && most > english + COMMON_WORD * common ? best : 'unknown';
}

function withLetters(count: number, language: string, text: string): number {
  return count > 0 && isStemmed(language) && LETTERS[language].test(text) ? count + LETTER : count;
}

function mostForeign(votes: Float64Array): number {
  let most = 0;
  for (let number = ENGLISH + 1; number < votes.length; number += 1)
    most = Math.max(most, votes[number] ?? 0);
  return most;
}

export function isStemmed(language: string): language is Language {
  return language === 'deu' || language === 'fra' || language === 'por' || language === 'spa';
}
