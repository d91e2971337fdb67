/**
 * The safety scan of text that would be kept as knowledge and shown to agents again: skills and memories.
 * Nothing is changed here; findings hold the text until a person has looked at it.
 */
import { characterCount, isLongerThan } from '../characters.ts';
import { decodedForms } from './injection/decode-text.ts';
import { findInjections } from './injection/find-injections.ts';
import { findSecrets } from './secrets/secret-detectors.ts';
import { type Finding, isBlocking } from './spans.ts';

/** Longer text is held for its size alone, in characters. */
export const MAX_SCANNED_LENGTH = 16_000;

/**
 * Injection is looked for in this many UTF-16 units. They hold the longest document that can be imported;
 * longer text is held for its size whatever else it says, and the time spent on it stays bounded.
 */
const MAX_SEARCHED_LENGTH = 524_288;

/** Where a finding was made, as a half-open range of UTF-16 units. */
export interface ScanMatch {
  readonly finding: Finding;
  readonly start: number;
  readonly end: number;
}

export interface ScanOptions {
  /** The length above which text is held, in characters; 16,000 unless told otherwise. */
  readonly maxLength?: number;
  /** What the text says in another writing, where that is known already. */
  readonly decoded?: readonly string[];
}

/** The findings of a text without repetition, in order of their first place; `size:<n>` comes last. */
export function scanText(
  text: string,
  { maxLength = MAX_SCANNED_LENGTH, decoded }: ScanOptions = {},
): Finding[] {
  const findings = new Set(scanMatches(text, decoded).map((match) => match.finding));
  if (isLongerThan(text, maxLength)) findings.add(`size:${characterCount(text)}`);
  return [...findings];
}

/** Of 414 published skills none has a name of more than 7 words. */
export const MAX_NAME_WORDS = 8;

/**
 * Whether a skill's name is an order to the agent that reads the list of skills. A name has room for a
 * sentence in any language, without its accents, which no list of words can know: so one of more than 8 words
 * is taken for a sentence.
 */
export function isHarmfulName(name: string): boolean {
  const words = name.split('-');
  return words.length > MAX_NAME_WORDS || scanText(words.join(' ')).some(isBlocking);
}

/**
 * Every place that the scan objects to, in order of start. Places of different findings may overlap. What
 * only a decoded reading says has the whole text for its place, and comes last.
 */
export function scanMatches(text: string, decoded?: readonly string[]): ScanMatch[] {
  const searched = text.slice(0, MAX_SEARCHED_LENGTH);
  const secrets = findSecrets(text);
  const injections = findInjections(searched);
  const phrases = injections.map(({ kind, start, end }) => ({ finding: `injection:${kind}`, start, end }));
  const matches = [
    ...secrets.map(({ kind, start, end }) => ({ finding: `secret:${kind}`, start, end })),
    ...phrases,
  ];
  matches.sort((a, b) => a.start - b.start || b.end - a.end);
  const known = new Set(matches.map(({ finding }) => finding));
  const encoded = encodedFindings(decoded ?? decodedForms(searched)).difference(known);
  return [...matches, ...Array.from(encoded, (finding) => ({ finding, start: 0, end: text.length }))];
}

/** The injections and secrets that a text has in another writing; what is written as an escape is not hidden. */
function encodedFindings(decoded: readonly string[]): Set<Finding> {
  const findings = new Set<Finding>();
  for (const form of decoded) {
    for (const { kind } of findInjections(form)) {
      if (kind !== 'hidden_text') findings.add(`injection:${kind}`);
    }
    for (const { kind } of findSecrets(form)) findings.add(`secret:${kind}`);
  }
  return findings;
}

/** Texts of one and of two bytes a character: patterns are compiled for each. */
const SAMPLES = ['Refund the order first.', 'Refund the order first… done'];

/**
 * Has the patterns compiled, so that nobody waits for the first scan of a process. Patterns are interpreted once and compiled
 * the second time.
 */
export function warmUp(): void {
  for (const sample of [...SAMPLES, ...SAMPLES]) scanText(sample);
}
