/**
 * Whether a rule says what another one says already, in other words. Rules that are taken for the same are
 * merged without a person, so every doubt counts as a difference: a negation, a number, or what comes before
 * what.
 */
import { analyze } from '../../knowledge/analyze.ts';
import { comparableText } from '../../knowledge/resemblance.ts';

/** A word more or less in ten is no other statement. */
const SAME_SHARE = 0.9;

/** A text that adds no word to a much longer one still says something else: it is a part of it. */
const LEAST_PART = 0.6;

/** Fewer content words than this are compared as written. */
const FEW_WORDS = 3;

/** Small words that ranking ignores and that turn a rule into another one. */
const TURNING =
  /\b(?:no|not|never|without|cannot|none|nor|unless|except|only|any|all|each|every|both|until|above|below|over|under|more|less|most|least|fewer|first|last|off|out|up|down|instead|rather)\b|n['’]t\b/giu;

/** Small words that say in which order the others count. */
const ORDERING =
  /\b(?:before|after|then|once|while|from|to|into|onto|by|than|rather|instead|over|under|until|prior|with)\b/giu;

interface Reading {
  readonly text: string;
  readonly terms: readonly string[];
  readonly distinct: ReadonlySet<string>;
  /** Small words that must be the same in both, in any order. */
  readonly turning: string;
  readonly numbers: string;
  /** Small words that must be the same in both, in their order. */
  readonly ordering: string;
}

/** Readings of the last texts: a comparison is of one text with many. */
const remembered = new Map<string, Reading>();
const REMEMBERED_TEXTS = 300;

function readText(raw: string): Reading {
  const known = remembered.get(raw);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_TEXTS) remembered.clear();
  const reading = read(raw);
  remembered.set(raw, reading);
  return reading;
}

function read(raw: string): Reading {
  const text = comparableText(raw);
  const terms = analyze(raw);
  const listed = (found: readonly string[]) => found.toSorted().join(' ');
  return {
    text,
    terms,
    distinct: new Set(terms),
    turning: listed(text.match(TURNING)?.map((word) => (/^n['’]t$/.test(word) ? 'not' : word)) ?? []),
    numbers: listed(text.match(/\d+/g) ?? []),
    ordering: (text.match(ORDERING) ?? []).join(' '),
  };
}

/**
 * Whether `text` says nothing that `known` does not say. Not symmetric: a rule that adds a condition restates
 * nothing.
 */
export function restates(text: string, known: string): boolean {
  const [said, kept] = [readText(text), readText(known)];
  if (said.text === kept.text) return true;
  if (said.turning !== kept.turning || said.numbers !== kept.numbers) return false;
  if (said.distinct.size < FEW_WORDS) return false;
  if (said.ordering !== kept.ordering) return false;
  if (said.ordering !== '') return said.terms.join(' ') === kept.terms.join(' ');
  const shared = [...said.distinct].filter((term) => kept.distinct.has(term)).length;
  const isPart = shared === said.distinct.size && shared >= kept.distinct.size * LEAST_PART;
  const together = said.distinct.size + kept.distinct.size - shared;
  return isPart || shared / together >= SAME_SHARE;
}
