/**
 * Which languages a text may be in: by its script, and in Latin script by its function words. It is told
 * roughly, so a text has all languages that come close, and one without function words has none: who compares
 * must not conclude anything from that.
 */
import * as stopword from 'stopword';
import { contentTerms, termWeight } from './content-terms.ts';

/** Lists of signs and figures, and a second one of the same language. */
const NO_LANGUAGES = new Set(['_123', 'lggNd']);
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Han', 'Hangul', 'Thai'];
const LETTERS = new Map(SCRIPTS.map((script) => [script, new RegExp(`\\p{sc=${script}}`, 'gu')]));
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u;
const LETTER = /\p{L}/gu;
/** One letter is a word in too many languages. */
const WORD = /(?<![\p{L}\p{N}./_-])\p{L}[\p{L}\p{M}'’]+(?![\p{L}\p{N}/_-]|\.\p{L})/gu;

/** A script of which a text has less only names or code. */
const LEAST_SCRIPT = 0.3;
/** A language with so many of the function words that the best one has may be meant as well. */
const CLOSE = 0.6;
/**
 * English shares function words with many languages ("as", "do", "me"), so this part of the other words is
 * English too.
 */
const LEAST_ENGLISH = 1 / 3;
/** What a word weighs that is in no list of English words. */
const UNLISTED = 12;
const MAX_READ = 20_000;

/** The Latin languages that have a function word. */
const LANGUAGES_OF_WORD: ReadonlyMap<string, readonly string[]> = languagesByWord();

function languagesByWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const [code, words] of Object.entries(stopword)) {
    if (!Array.isArray(words) || NO_LANGUAGES.has(code)) continue;
    const language = code.slice(0, 3);
    for (const word of new Set(words.map(String))) {
      const known = languages.get(word) ?? [];
      if (/^\p{sc=Latin}/u.test(word) && !known.includes(language)) languages.set(word, [...known, language]);
    }
  }
  return languages;
}

/**
 * The languages and scripts that a text may be in; empty where nothing tells. Linear in the text's length.
 */
export function languagesIn(whole: string): ReadonlySet<string> {
  const text = whole.slice(0, MAX_READ).normalize('NFC');
  const letters = text.match(LETTER)?.length ?? 0;
  const scripts = [...LETTERS].flatMap(([script, pattern]) =>
    (text.match(pattern)?.length ?? 0) > LEAST_SCRIPT * letters ? [script] : [],
  );
  const others = scripts.filter((script) => script !== 'Latin');
  if (KANA.test(text)) others.push('Kana');
  return new Set([...others, ...(scripts.includes('Latin') ? latinLanguages(text) : [])]);
}

function latinLanguages(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD))
    for (const language of LANGUAGES_OF_WORD.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  if (!isEnglish(text)) counts.delete('eng');
  const best = Math.max(0, ...counts.values());
  return [...counts].flatMap(([language, count]) => (count >= CLOSE * best ? [language] : []));
}

function isEnglish(text: string): boolean {
  const terms = contentTerms(text);
  const listed = terms.filter((term) => termWeight(term) < UNLISTED);
  return listed.length >= LEAST_ENGLISH * terms.length;
}
