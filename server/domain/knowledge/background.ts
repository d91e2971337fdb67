/**
 * The rate at which a term occurs in texts of any subject. It stands in for document frequencies where a
 * library is too small to have any, and keeps scores of different libraries and tenants comparable.
 */
import { analyze } from './analyze.ts';
import { COMMON_STEMS } from './background-table.ts';
import { FOREIGN_FUNCTION_WORDS } from './language/function-words.ts';

/** Of a term that no list knows: half of the rarest listed rate. */
const UNKNOWN = 2 ** -16;
/** Of a function word of another language. */
const FUNCTION_WORD = 2 ** -9;
/** Of a number up to three digits or a single letter: list marks, sizes, variables. */
const MARK = 2 ** -10;
/** Of a year. */
const YEAR = 2 ** -11;

const rates = new Map<string, number>();
for (const word of FOREIGN_FUNCTION_WORDS) {
  for (const term of analyze(word)) rates.set(term, FUNCTION_WORD);
}
for (const [exponent, stems] of Object.entries(COMMON_STEMS)) {
  for (const stem of stems.trim().split(/\s+/)) rates.set(stem, 2 ** -Number(exponent));
}

/** The share of a text's distinct words that this term is, on average over subjects; above 0, at most 2⁻⁷. */
export function backgroundRate(term: string): number {
  const listed = rates.get(term);
  if (listed !== undefined) return listed;
  const first = term.charCodeAt(0);
  if (first >= 48 && first <= 57) return numberRate(term);
  return term.length === 1 && first < 128 ? MARK : UNKNOWN;
}

function numberRate(term: string): number {
  if (/^\d{1,3}$/.test(term)) return MARK;
  return /^(?:19|20)\d\d$/.test(term) ? YEAR : UNKNOWN;
}
