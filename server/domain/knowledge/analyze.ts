/**
 * How text becomes the terms that ranking compares. Skills, memories and tasks pass through the same steps,
 * so that two texts that say the same in another form share terms.
 *
 * A word is a run of letters, marks and digits. It is composed (NFKC), lower-cased, freed of its apostrophe
 * ending and, in Latin script, of accents; stop words go, irregular forms become their base form, the rest is
 * stemmed (Porter; Porter 2 and Lancaster measured no better on real questions). `userName` yields itself and
 * its parts, kebab-case and snake_case their parts; a brand written PyTorch or GitHub stays whole, because
 * its halves mean something else. Scripts written without spaces yield overlapping pairs of characters.
 */

import { stemmer } from 'stemmer';
import * as stopword from 'stopword';

// The words that ranking treats by name: those that say nothing about a subject, and the irregular forms that
// no suffix rule brings together. Without the second list "went" never finds "go", and a question asks in the
// present what a memory tells in the past.

/**
 * Verbs that the package counts as empty though a memory may turn on them; their rate keeps their weight low.
 */
const CONTENT = new Set('come came get got like make never said still take took way well'.split(' '));

/** Function words that the package leaves out. */
const MORE =
  'again against below cannot doing done down during few further having hers herself himself itself may myself ' +
  'no nor not off once ours ourselves shall so than theirs themselves then until upon via whom whose why will ' +
  'yet yours yourself yourselves am im ive id';

/** English words without a subject of their own; they are dropped. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [...stopword.eng, ...MORE.split(' ')].filter((word) => !CONTENT.has(word)),
);

/**
 * Function words of one language that are subjects in another one's tasks: genome, DOI, RAM, dock, mint,
 * todo.
 */
const SUBJECTS = new Set(
  'alt ban cite con dine dock doi genom ham mint modal pro ram sol tau todo'.split(' '),
);

/**
 * Function words of the European languages most written. They are kept, because "die" or "son" means
 * something in English, but count as common wherever English has no rate for them.
 */
export const FOREIGN_FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [
    ...[stopword.ces, stopword.dan, stopword.deu, stopword.ell, stopword.fin, stopword.fra, stopword.hun],
    ...[stopword.ita, stopword.nld, stopword.nob, stopword.pol, stopword.por, stopword.ron, stopword.rus],
    ...[stopword.spa, stopword.swe, stopword.tur, stopword.ukr],
  ]
    .flat()
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => !SUBJECTS.has(word)),
);

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
const CHUNK = /[A-Za-z0-9\u0080-\uffff]+(?:'[A-Za-z]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*(?:\+\+|#)?/gu;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;

const remembered = new Map<string, readonly string[]>();

/**
 * Calls `visit` with each term of a text in reading order and the word it came from. Linear in the text's
 * length: 100,000 characters take some 3 ms of prose and 50 ms of noise; callers that take text of any length
 * cut it first.
 */
export function visitTerms(text: string, visit: (term: string, word: string) => void): void {
  for (const chunk of text.normalize('NFKC').match(CHUNK) ?? []) {
    for (const term of analyzeChunk(chunk)) visit(term, chunk);
  }
}

/** The terms of a text in reading order, with repetitions. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  visitTerms(text, (term) => terms.push(term));
  return terms;
}

/** How often each term occurs. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  visitTerms(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return counts;
}

function analyzeChunk(chunk: string): readonly string[] {
  const known = remembered.get(chunk);
  if (known) return known;
  const terms = /[^\0-\x7f]/.test(chunk) ? (chunk.match(WORD) ?? []).flatMap(mixedTerms) : plainTerms(chunk);
  if (chunk.length > LONGEST_WORD) return terms;
  if (remembered.size >= REMEMBERED_CHUNKS) remembered.clear();
  remembered.set(chunk, terms);
  return terms;
}

function mixedTerms(word: string): readonly string[] {
  const unspaced = word.match(UNSPACED);
  if (!unspaced) return plainTerms(word);
  return [...unspaced.flatMap(pairs), ...word.split(UNSPACED).flatMap(plainTerms)];
}

function plainTerms(word: string): readonly string[] {
  if (word.length > LONGEST_WORD) return [];
  const bare = word.replaceAll('’', "'").replace(/n't$/i, '').replace(/'.*$/, '');
  return [bare, ...identifierParts(bare)].flatMap((part) => {
    const term = normalizeTerm(part);
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

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
