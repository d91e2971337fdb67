/**
 * Advice on how a rule is written. A rule that is too long is not followed, one that is too short says
 * nothing, and one that tells what happened once teaches nothing about the next time. Advice never holds a
 * change back.
 */
import type { Finding } from './spans.ts';

export interface LintOptions {
  /** A rule may have this many words; one more is too long. */
  readonly maxWords: number;
}

const MIN_WORDS = 4;

/** Signs that a text reports one incident: one of these is enough … */
const CERTAIN_SIGNS: readonly RegExp[] = [
  /\b(?:ep|cs|rc)_[A-Za-z0-9]{6,}/,
  /\b(?:episode|session|run|attempt|incident|conversation) ?(?:#|no\.? ?|number )?\d+\b/i,
  /\bthe (?:user|customer|client|reviewer|operator) (?:then |later |also |first )?(?:asked|wanted|said|requested|complained|reported|mentioned|told|replied|clarified|corrected|insisted|sent|pasted|was)\b/i,
  /\b(?:in|during) (?:this|that|the (?:last|previous|above|given)|our last) (?:session|episode|run|conversation|attempt|chat|incident|execution)\b/i,
  /\bon (?:(?:19|20)\d\d-\d\d-\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}\b)/i,
  /\b(?:yesterday|last (?:night|week|month|time)|earlier today|this (?:morning|afternoon|evening))\b/i,
];

/** … and two of these are, of which each occurrence counts. */
const POSSIBLE_SIGNS: readonly RegExp[] = [
  /\b(?:19|20)\d\d-[01]\d-[0-3]\d\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\b/g,
  /\b[0-2]?\d:[0-5]\d(?::[0-5]\d)?\b/g,
  /\b(?!(?:UTF|SHA|ISO|RFC|CVE|CWE|HTTP|AES|RSA|ECMA|PEP|EN|IEC|IEEE|ANSI|GPT|COVID|BCP|FIPS|CP|TS|ES|UTC|GMT)-)[A-Z][A-Z0-9]{1,9}-\d{2,6}\b/g,
  /(?<![\w&#])#\d{2,6}\b|\b(?:PR|issue|ticket|case|bug|job) (?:#|no\.? )?\d{2,6}\b/gi,
  /\b(?:I|we|the (?:agent|assistant|model|bot|tool|script|build|test|tests|command|request|job|call)|it|he|she|they) (?:then |first |finally |eventually |also |initially |had |was |were |just ){0,4}(?:tried|ran|fixed|found|noticed|got|failed|called|decided|used|changed|made|forgot|reali[sz]ed|discovered|deleted|added|wrote|opened|asked|took|saw|retried|switched|returned|crashed|worked|succeeded|passed|broke|missed|gave|went|came|did|spent|had|was|were)\b/gi,
  /\b(?:failed|crashed|worked|passed|succeeded|broke) (?:with|after|because|when|on|at|again|until)\b/gi,
  /\b(?:turned out|ended up|this time|at first|the (?:first|second|third|last) (?:time|attempt|try)|after \d+ (?:minutes|attempts|tries|retries|seconds|hours))\b/gi,
];
const ENOUGH_POSSIBLE_SIGNS = 2;

/** Scripts that write words without blanks between them. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** `lint:too-long:<n>w`, `lint:too-short` and `lint:incident-log-shape`, as far as they apply. */
export function lintRule(content: string, { maxWords }: LintOptions): Finding[] {
  const words = countWords(content);
  const findings: Finding[] = [];
  if (words > maxWords) findings.push(`lint:too-long:${words}w`);
  if (words < MIN_WORDS) findings.push('lint:too-short');
  if (readsLikeAnIncident(content)) findings.push('lint:incident-log-shape');
  return findings;
}

/** Words between white space; in scripts without blanks, the words that Unicode segmentation finds. */
function countWords(content: string): number {
  if (!UNSPACED_SCRIPT.test(content))
    return content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const segments = new Intl.Segmenter('und', { granularity: 'word' }).segment(content);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}

function readsLikeAnIncident(content: string): boolean {
  if (CERTAIN_SIGNS.some((sign) => sign.test(content))) return true;
  const possible = POSSIBLE_SIGNS.reduce((sum, sign) => sum + (content.match(sign)?.length ?? 0), 0);
  return possible >= ENOUGH_POSSIBLE_SIGNS;
}
