/**
 * What a learned text must not say without a person's look, though a person's own skill may: commands that run what they
 * fetch or that destroy, and acts that give something away, in many languages.
 */
import * as stopword from 'stopword';
import { foldText } from '../injection/fold-text.ts';
import type { Finding } from '../spans.ts';
import { isForbidden } from './forbidden-commands.ts';
import { AGAINST_BEFORE, AGAINST_BEHIND, AGAINST_UNSPACED, DEEDS, type Deed } from './learned-words.ts';

/** A pipe into a program that runs what it reads, and the other ways to run what was fetched or decoded. */
const TO_INTERPRETER =
  /\|\s{0,4}(?:sudo\s{1,4})?(?:\/?(?:usr\/)?bin\/)?(?:(?:ba|z|k|da|fi)?sh|python3?|perl|ruby|node|php|iex|powershell|pwsh)\b|\b(?:ba|z)?sh\s{1,4}(?:-c\s{1,4})?["']?(?:<\(|\$\()|\b(?:eval|source)\s{1,4}["']?(?:\$\(|`|<\()|\biex\b\s{0,4}\(|\b(?:python3?|node|perl|ruby|php)\s{1,4}-[ce]\s/i;

const RISKY_OPTION =
  '--(?:no-(?:verify|check-certificate|preserve-root|sandbox|gpg-sign|gpg-check|auth|ssl-verify|tls-verify|password|audit|hooks)|force|hard|delete|purge|wipe|destroy|drop|privileged|insecure|unsafe(?:-\\w+)?|trusted-host|extra-index-url|index-url|registry|allow-(?:root|unauthenticated|untrusted)|yes-i-\\w+|recursive|danger[\\w-]*|disable-[\\w-]{1,30}|skip-(?:tests?|checks?|verif\\w*|validation|auth\\w*|ssl|tls|permissions?|hooks|ci|review|signature|integrity|ssl-validation|tls-verify))(?![\\w-])';
const RISKY_COMMAND = new RegExp(
  [
    RISKY_OPTION,
    '\\brm\\s{1,4}-[a-z]{0,4}[rf]',
    '\\bchmod\\s{1,4}(?:-R\\s{1,4})?(?:0?777|[ugoa]*\\+s)',
    '\\b(?:drop|truncate)\\s{1,3}(?:table|database|schema)\\b|\\bdelete\\s{1,3}from\\s',
    '\\bdd\\s{1,4}if=|\\bmkfs\\b|>\\s{0,3}/dev/sd|:\\(\\)\\s{0,3}\\{',
    '\\b(?:kubectl|terraform|helm|aws|gcloud|az)\\s{1,4}(?:[\\w-]{1,20}\\s{1,4}){0,3}(?:delete|destroy|uninstall|terminate-instances|rb)\\b',
    '\\bcurl\\s{1,4}(?:-[a-z]{1,8}\\s{1,4}){0,4}-[a-z]{0,4}k\\b',
    'NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY|StrictHostKeyChecking[= ]no|rejectUnauthorized\\W{1,4}false|InsecureSkipVerify|\\bverify\\s{0,2}=\\s{0,2}False|sslverify\\W{1,4}(?:false|0)|strict-ssl\\W{1,4}false',
    '\\bauthorized_keys\\b|\\bcrontab\\s{1,4}-|\\bNOPASSWD\\b|\\bsetenforce\\s{1,4}0|\\bufw\\s{1,4}disable|\\biptables\\s{1,4}-F',
  ].join('|'),
  'gi',
);
/** Longer text is held for its size, whatever else it says. */
const MAX_READ = 262_144;

/** The findings that `scanText` does not make. */
export function strictFindings(whole: string): Finding[] {
  const text = whole.slice(0, MAX_READ);
  const findings = new Set<Finding>();
  if (TO_INTERPRETER.test(text) || namesRiskyCommand(text)) findings.add('injection:command');
  for (const sentence of text.split(/[.!?;](?=\s|$)|[。！？；\n]/u)) {
    for (const deed of findDeeds(sentence)) findings.add(deed);
  }
  return [...findings];
}

function namesRiskyCommand(text: string): boolean {
  return text
    .matchAll(RISKY_COMMAND)
    .some(({ 0: command, index }) => !isForbidden(text, index, index + command.length));
}

/** Alphabets with letters that pass for Latin ones. */
const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Myanmar}]/u;
/** What is done already, as in "the captured amount", is no order. */
const DONE = /^(?:된|됐|되었)/;
/** So many characters of a folded sentence may lie between an act and its object. */
const REACH = 80;

interface DeedPattern extends Deed {
  readonly act: RegExp;
  readonly object: RegExp;
}

const PATTERNS: readonly DeedPattern[] = DEEDS.map((deed) => ({
  ...deed,
  act: patternOf(deed.acts),
  object: patternOf(deed.objects),
}));
const AGAINST = new RegExp(
  `[ ;](?:${wordsOf(AGAINST_BEFORE)
    .map(({ stem }) => stem)
    .join('|')})(?: (?:to|jamais|mai|te|a|se|ever|de|должны|надо|zu|be))?$`,
  'u',
);
const BEHIND = new RegExp(
  `^[^;]{0,50}[ ;](?:${wordsOf(AGAINST_BEHIND)
    .map(({ stem }) => stem)
    .join('|')})(?=[ ;])`,
  'u',
);

function patternOf(words: string): RegExp {
  const all = wordsOf(words);
  const spaced = all.filter(({ stem }) => !UNSPACED.test(stem));
  const anywhere = all.filter(({ stem }) => UNSPACED.test(stem)).map(({ stem }) => stem);
  const choice = (whole: boolean) =>
    spaced.flatMap(({ stem, isWhole }) => (isWhole === whole ? [stem] : [])).join('|');
  const word = `(?<=[ ;])(?:(?:${choice(false)})[^ ;]{0,24}|(?:${choice(true)})(?=[ ;]))`;
  return new RegExp([word, ...anywhere].join('|'), 'gu');
}

/** The words of a list, folded as texts are. */
function wordsOf(list: string): { stem: string; isWhole: boolean }[] {
  return list.split(' ').map((word) => {
    const stem = word.replace(/[.]$/, '');
    const lookalikes = !OTHER_ALPHABET.test(stem);
    return { stem: foldText(stem, { lookalikes }).text.trim(), isWhole: stem !== word };
  });
}

function findDeeds(sentence: string): Finding[] {
  const resolved = foldText(sentence, { lookalikes: true, clauses: true }).text;
  const kept = OTHER_ALPHABET.test(sentence)
    ? foldText(sentence, { lookalikes: false, clauses: true }).text
    : resolved;
  return PATTERNS.filter(
    (pattern) => tells(pattern, sentence, resolved) || (kept !== resolved && tells(pattern, sentence, kept)),
  ).map(({ finding }) => finding);
}

/** Whether the sentence orders the act upon one of its objects. */
function tells({ act, object, ordinary }: DeedPattern, sentence: string, folded: string): boolean {
  const objects = [...folded.matchAll(object)];
  if (objects.length === 0 || ordinary?.test(sentence)) return false;
  let next = 0;
  for (const { index, 0: word } of folded.matchAll(act)) {
    while (next < objects.length && (objects[next]?.index ?? 0) < index - REACH) next++;
    const nearest = objects[next];
    if (nearest === undefined) return false;
    if (
      nearest.index <= index + word.length + REACH &&
      !DONE.test(folded.slice(index + word.length, index + word.length + 2)) &&
      !isSpokenAgainst(folded, index, index + word.length)
    ) {
      return true;
    }
  }
  return false;
}

function isSpokenAgainst(folded: string, start: number, end: number): boolean {
  if (AGAINST.test(folded.slice(Math.max(0, start - 30), start).replace(/[ ;]$/, ''))) return true;
  if (BEHIND.test(folded.slice(end, end + 60))) return true;
  return AGAINST_UNSPACED.test(folded.slice(Math.max(0, start - 6), end + 12));
}

const KNOWN_WORDS: ReadonlySet<string> = new Set(
  Object.values(stopword).flatMap((list: unknown) => (Array.isArray(list) ? list.map(String) : [])),
);
const LEAST_WORDS = 6;

/** Whether a text of some words has none that any known language is full of. */
export function isInUnknownLanguage(whole: string): boolean {
  const text = whole.slice(0, MAX_READ);
  if (UNSPACED.test(text)) return false;
  const words = text.toLowerCase().match(/(?<![\w./@=-])\p{L}[\p{L}\p{M}'’]*(?![\w./@=-])/gu) ?? [];
  return words.length >= LEAST_WORDS && !words.some((word) => KNOWN_WORDS.has(word));
}
