/**
 * How text becomes the terms that ranking compares. Skills, memories and tasks pass through the same steps, so
 * that two texts that say the same in another form share terms.
 *
 * A word is a run of letters, marks and digits. It is composed (NFKC), lower-cased, freed of its apostrophe
 * ending and, in Latin script, of accents; stop words go, irregular forms become their base form, the rest is
 * stemmed (Porter; Porter 2 and Lancaster measured no better on real questions). `userName` yields itself and
 * its parts, kebab-case and snake_case their parts; a brand written PyTorch or GitHub stays whole, because its
 * halves mean something else. Scripts written without spaces yield overlapping pairs of characters.
 */
import { stemmer } from 'stemmer';
import { BASE_FORMS, STOP_WORDS } from './words.ts';

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
 * Calls `visit` with each term of a text in reading order and the word it came from. Linear in the text's length:
 * 100,000 characters take some 3 ms of prose and 50 ms of noise; callers that take text of any length cut it first.
 */
export function visitTerms(text: string, visit: (term: string, word: string) => void): void {
  for (const chunk of text.normalize('NFKC').match(CHUNK) ?? []) {
    for (const term of termsOf(chunk)) visit(term, chunk);
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

function termsOf(chunk: string): readonly string[] {
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

/** `getUserName` → get, User, Name; `HTTPServer` → HTTP, Server; PyTorch, GitHub, NumPy and PDFs → nothing. */
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
