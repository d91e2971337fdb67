/**
 * How text becomes the terms that ranking compares. Skills, memories and tasks pass through the same steps,
 * so that two texts that say the same in another form share terms.
 *
 * A word is a run of letters, marks and digits. It is composed (NFKC), lower-cased, freed of its apostrophe
 * ending and, in Latin script, of accents; stop words go, irregular forms become their base form, the rest is
 * stemmed (Porter; Porter 2 and Lancaster measured no better on real questions). `userName` yields itself and
 * its parts, kebab-case and snake_case their parts; a brand written PyTorch or GitHub stays whole, because
 * its halves mean something else. Scripts written without spaces yield overlapping pairs of characters.
 *
 * Ranking reads German, French, Spanish and Portuguese by their own function words and stems (Snowball), and Chinese
 * and Japanese by words. It asks for that with the language of the text ({@link detectLanguage}); an English text has the
 * same terms with and without it. What compares texts of any language with each other asks without.
 */

import { stemmer } from 'stemmer';
import { STOP_WORDS, UNSPACED_FUNCTION_WORDS } from './language/function-words.ts';
import {
  type DetectedLanguage,
  isCommonInEnglish,
  isFunctionWord,
  isStemmed,
  LANGUAGES,
  type Language,
  languagesOf,
  likeliestLanguage,
  newVotes,
  stemIn,
} from './language/language.ts';

// The irregular forms that no suffix rule brings together. Without this list "went" never finds "go", and a question
// asks in the present what a memory tells in the past.

/** First the form that stands for all, then its irregular relatives. */
const IRREGULAR = `
bear bore born|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|bleed bled
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go goes went gone|grind ground|grow grew grown|hang hung
hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|learn learnt
leave left|lend lent|lose lost|make made|mean meant|meet met|overcome overcame|pay paid|prove proven
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
sew sewn|shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|spend spent|spill spilt|spin spun|spring sprang sprung|stand stood|steal stole stolen
stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|write wrote written
bad worse worst|good better best|child children|foot feet|half halves|knife knives|leaf leaves|life lives
man men|mouse mice|person people|shelf shelves|tooth teeth|wife wives|wolf wolves|woman women
analysis analyses|appendix appendices|axis axes|criterion criteria|datum data|hypothesis hypotheses
index indices|matrix matrices|medium media|vertex vertices`;

/** An irregular form → the form that stands for it. */
const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.trim()
    .split(/[|\n]/)
    .flatMap((family) => {
      const [base = '', ...forms] = family.split(' ');
      return forms.map((form): [string, string] => [form, base]);
    }),
);

/** Longer words are no words (encoded data, hashes) and would only cost memory. */
const LONGEST_WORD = 64;
/** Chunks whose terms are remembered, for the whole process: about 10 MB at most. */
const REMEMBERED_CHUNKS = 60_000;

/** What may hold words: ASCII is cut exactly, everything else is looked at more closely once per chunk. */
const CHUNK = /[A-Za-z0-9\u0080-\uffff]+(?:'[A-Za-z\u00c0-\u024f]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*(?:\+\+|#)?/gu;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;

const UNSPACED_CHARACTER = new RegExp(UNSPACED.source, 'u');
/** Scripts that are cut into words. */
const SEGMENTED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });
/** Of French, before the apostrophe. */
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/i;

const remembered = new Map<string, Chunk>();

/** What is known of a chunk by itself, apart from the text that it stands in. */
interface Chunk {
  readonly terms: readonly string[];
  /** The languages in which its words say nothing, once for each word. */
  readonly languages: readonly number[];
  readonly isCommonInEnglish: boolean;
  readonly isUnspaced: boolean;
}

/** Characters at the beginning of a text that tell its language, and what is read in addition where these do not. */
const TELLING_CHARACTERS = [120, 800];
/** Reused, as it is asked for each text that is read. */
const votes = newVotes();

/** The language of a text, where it does not tell with that of `more` beside it. */
export function detectLanguage(text: string, more = ''): DetectedLanguage {
  for (const length of TELLING_CHARACTERS) {
    const language = languageOf(text.slice(0, length));
    if (language !== 'unknown') return language;
    if (text.length <= length) break;
  }
  return more === '' ? 'unknown' : detectLanguage(`${text}\n${more}`);
}

/** The text that was cut last: mostly its language is detected, and its terms are read next. */
let cut = { text: '', written: [] as readonly string[], chunks: [] as readonly Chunk[] };

function cutText(text: string): typeof cut {
  if (text !== cut.text) {
    const written: readonly string[] = text.match(CHUNK) ?? [];
    cut = { text, written, chunks: written.map((chunk) => remembered.get(chunk) ?? remember(chunk, null)) };
  }
  return cut;
}

function languageOf(text: string): DetectedLanguage {
  votes.fill(0);
  let common = 0;
  for (const chunk of cutText(text).chunks) {
    for (let at = 0; at < chunk.languages.length; at += 1) {
      const language = chunk.languages[at] ?? 0;
      votes[language] = (votes[language] ?? 0) + 1;
    }
    if (chunk.isCommonInEnglish) common += 1;
  }
  return likeliestLanguage(votes, common, text);
}

/**
 * Calls `visit` with each term of a text in reading order and the word it came from. Linear in the text's
 * length: 100,000 characters take some 3 ms of prose and 50 ms of noise; callers that take text of any length
 * cut it first.
 */
export function visitTerms(
  text: string,
  visit: (term: string, word: string) => void,
  language: DetectedLanguage | null = null,
): void {
  const { written, chunks } = cutText(text.normalize('NFKC'));
  chunks.forEach((chunk, place) => {
    const word = written[place] ?? '';
    for (const term of termsOf(chunk, word, language)) visit(term, word);
  });
}

/** The terms of a text in reading order, with repetitions. */
export function analyze(text: string, language: DetectedLanguage | null = null): string[] {
  const terms: string[] = [];
  visitTerms(text, (term) => terms.push(term), language);
  return terms;
}

/** How often each term occurs. */
export function countTerms(text: string, language: DetectedLanguage | null = null): Map<string, number> {
  const counts = new Map<string, number>();
  visitTerms(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1), language);
  return counts;
}

function analyzeChunk(written: string, language: DetectedLanguage | null): readonly string[] {
  return termsOf(remembered.get(written) ?? remember(written, null), written, language);
}

function termsOf(chunk: Chunk, written: string, language: DetectedLanguage | null): readonly string[] {
  if (language === null) return chunk.terms;
  return chunk.isUnspaced || isStemmed(language) ? remember(written, language).terms : chunk.terms;
}

function remember(written: string, language: DetectedLanguage | null): Chunk {
  // No chunk has a colon.
  const key = language === null ? written : `${language}:${written}`;
  const known = remembered.get(key);
  if (known) return known;
  const chunk = readChunk(written, language);
  if (written.length > LONGEST_WORD) return chunk;
  if (remembered.size >= REMEMBERED_CHUNKS) remembered.clear();
  remembered.set(key, chunk);
  return chunk;
}

function readChunk(written: string, language: DetectedLanguage | null): Chunk {
  const isPlain = !/[^\0-\x7f]/.test(written);
  const words = isPlain ? [written] : (written.match(WORD) ?? []);
  const terms = words.flatMap((word) => (isPlain ? plainTerms(word, language) : mixedTerms(word, language)));
  return {
    terms,
    languages: language === null ? words.flatMap(languagesOf) : [],
    isCommonInEnglish: terms.some(isCommonInEnglish),
    isUnspaced: !isPlain && UNSPACED_CHARACTER.test(written),
  };
}

function mixedTerms(word: string, language: DetectedLanguage | null): readonly string[] {
  const unspaced = word.match(UNSPACED);
  if (!unspaced) return plainTerms(word, language);
  const spaced = word.split(UNSPACED).flatMap((part) => plainTerms(part, language));
  return [...unspaced.flatMap(language === null ? pairs : wordsOf), ...spaced];
}

function plainTerms(word: string, language: DetectedLanguage | null): readonly string[] {
  if (word.length > LONGEST_WORD) return [];
  const straight = word.replaceAll('’', "'");
  const whole = language === 'fra' ? straight.replace(ELISION, '') : straight;
  const bare = whole.replace(/n't$/i, '').replace(/'.*$/, '');
  return [bare, ...identifierParts(bare)].flatMap((part) => {
    const term = language !== null && isStemmed(language) ? foreignTerm(part, language) : normalizeTerm(part);
    return term === '' ? [] : [term];
  });
}

/** The one term of a single word without apostrophes; empty where the word says nothing. */
function normalizeTerm(word: string): string {
  const lower = withoutAccents(word).toLowerCase();
  const base = BASE_FORMS.get(lower) ?? lower;
  if (STOP_WORDS.has(lower) || STOP_WORDS.has(base)) return '';
  return base.length < 3 || /[^a-z]/.test(base) ? base : stemmer(base);
}

/**
 * As {@link normalizeTerm}, in a language of its own. A word that English uses too, such as "Version", stays the term that
 * it is there.
 */
function foreignTerm(word: string, language: Language): string {
  const lower = word.toLowerCase();
  if (isFunctionWord(language, lower)) return '';
  const english = normalizeTerm(word);
  if (english.length < 3 || /[^\p{L}\p{M}]/u.test(lower) || isCommonInEnglish(english)) return english;
  return withoutAccents(stemIn(language, lower));
}

/**
 * Other terms that a word may have in texts of another language than the query's, the likeliest first. Of a query
 * whose language is not known these are its stems in each.
 */
export function otherTerms(word: string, language: DetectedLanguage): readonly string[] {
  if (analyzeChunk(word, language).length > 1) return [];
  const languages: readonly DetectedLanguage[] = ['english', ...LANGUAGES];
  return languages.filter((other) => other !== language).flatMap((other) => analyzeChunk(word, other));
}

/** A shorter part is too often the end of another word. */
const SHORTEST_PART = 4;
/** Longer words are seldom German, and have many places to cut. */
const LONGEST_COMPOUND = 32;

/**
 * The terms of the parts of a German compound that `isKnown`: of both where there are such, else of the longest second
 * one, which says what kind of thing it is ("Arzttermin" is a "Termin"), else of the longest first one.
 */
export function compoundParts(word: string, isKnown: (term: string) => boolean): readonly string[] {
  if (word.length > LONGEST_COMPOUND) return [];
  let second: string | undefined;
  let first: string | undefined;
  for (let cut = SHORTEST_PART; cut <= word.length - SHORTEST_PART; cut += 1) {
    const head = word.slice(0, cut);
    // An s may join the two: "Rechnungsexport".
    const before = [head, head.replace(/s$/, '')].flatMap((part) => analyzeChunk(part, 'deu')).find(isKnown);
    const after = analyzeChunk(word.slice(cut), 'deu').find(isKnown);
    if (before !== undefined && after !== undefined) return [before, after];
    second ??= after;
    first = before ?? first;
  }
  return [second ?? first].filter((term) => term !== undefined);
}

function withoutAccents(word: string): string {
  if (!/[^\0-\x7f]/.test(word) || !/\p{sc=Latin}/u.test(word)) return word;
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/**
 * `getUserName` → get, User, Name; `HTTPServer` → HTTP, Server; PyTorch, GitHub, NumPy and PDFs → nothing.
 */
function identifierParts(word: string): string[] {
  if (!/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return [];
  const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  if (/^\p{Ll}/u.test(word)) return parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
  const isTypeName = parts.length >= 3 || (parts.length === 2 && /^\p{Lu}{2,}$/u.test(parts[0] ?? ''));
  return isTypeName && parts.every((part) => part.length >= 3) ? parts : [];
}

function wordsOf(run: string): string[] {
  if (!SEGMENTED.test(run)) return pairs(run);
  return Array.from(SEGMENTER.segment(run), ({ segment }) => segment).filter(
    (word) => !UNSPACED_FUNCTION_WORDS.has(word),
  );
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
