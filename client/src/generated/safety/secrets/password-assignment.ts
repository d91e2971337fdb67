// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Finds secrets by what the text calls them: `password=…`, `"client_secret": "…"`, `--token …`,
 * `Authorization: Bearer …`, and the password in a URL. Only the value is reported, so that a transcript
 * still shows what was set. The name is found first and the rest is read from there with bounded looks, which
 * keeps `password=password=…` linear.
 */

import type { Span } from '../spans.ts';
import { isSecretValue } from './secret-value.ts';

const NAMED_SECRET =
  /(?:(?<strong>passwords?|passwd|passphrase|passcode|pwd|secret|(?:api|access|secret|private|encryption|signing|auth|account|session)[-_ ]?key)|(?<weak>token|(?:^|[^a-z])pass|credentials?|authorization|cookie))$/i;

/**
 * Whether a field of this name holds a secret: whatever the value is (`strong`), or when it looks random
 * (`weak`).
 */
export function secrecyOfName(name: string): 'strong' | 'weak' | undefined {
  const groups = NAMED_SECRET.exec(name.slice(-64))?.groups;
  if (!groups) return undefined;
  return groups['strong'] === undefined ? 'weak' : 'strong';
}

/** A part of every name below; most text has none of them. What a label says is no name. */
const HINT =
  /pass(?!word_assignment\])|pwd|secret|key|token|kennwort|contrase|senha|credential|bearer|cookie|connectionstring|парол|密|パス|비밀/gi;

/**
 * A name (with a number after it), what may close it, the sign of assignment and the opening quote. The value
 * of a strong name is a secret whatever it looks like, that of a weak one must look random, and "key" is
 * strong after a word such as "api". Quotes may be escaped, as in JSON within JSON.
 */
const NAME = new RegExp(
  [
    '(?:(?:passwords?|passwd|passphrase|passcode|passwort|passe|pwd|secret|kennwort|contrase[ñn]a|senha|пароль|密[码碼]|パスワード|비밀번호)',
    '|(token|pass|credentials?|bearer|cookie|connectionstring)|(key(?:[-_]base)?))',
    '(?:[-_]?\\d{1,3})?\\\\{0,3}["\'`\\]]?\\)?',
    '(\\s{0,4}(?::=|=>|={1,3}|[:：]|->)\\s{0,8}|\\s{1,2}(?:is|was|ist|es|est)(?: set to)?:?\\s{1,2}|>|\\s{1,3}(?=["\'])|\\s{1,2})',
    '(\\\\{0,3}["\'`])?',
  ].join(''),
  'iuy',
);

const BEFORE_KEY =
  /(?:api|access|secret|private|encryption|signing|auth|account|shared|service|db|database|client|master|session|storage|subscription|license)[-_ ]?(?:access[-_ ]?)?$/i;
const BEFORE_PASS = /(?:^|[^a-z]|db|user|root|admin|smtp|ftp)$/i;

const QUOTED_VALUE = /[^\s"'`\\]+/y;
const PHRASE_REST = /[ ][^\r\n"'`\\]{1,64}(?=["'`\\])/y;
const BARE_VALUE = /[^\s"'`;&<>|\\]+/y;
/** After "password: " an ampersand belongs to the value, unless it begins an entity of HTML. */
const SPOKEN_VALUE = /(?:[^\s"'`;&<>|\\]|&(?!(?:quot|amp|lt|gt|apos|#\w{1,6});)(?=[^\s&]))+/y;

/** Every assigned secret of the text. */
export function findPasswordAssignments(text: string): Span[] {
  return [...findNamed(text), ...findSchemes(text), ...findUrlPasswords(text)];
}

function findNamed(text: string): Span[] {
  const spans: Span[] = [];
  HINT.lastIndex = 0;
  for (let hint = HINT.exec(text); hint; hint = HINT.exec(text)) {
    const span = assignmentAt(text, hint.index);
    if (!span) continue;
    spans.push(span);
    HINT.lastIndex = span.end;
  }
  return spans;
}

/** The value that is assigned to a name which begins at `index`. */
function assignmentAt(text: string, index: number): Span | undefined {
  NAME.lastIndex = index;
  const match = NAME.exec(text);
  if (!match) return undefined;
  const [whole, weak, key, sign = '', quote = ''] = match;
  const before = text.slice(Math.max(0, index - 40), index);
  if (key !== undefined && !BEFORE_KEY.test(before)) return undefined;
  if (weak?.toLowerCase() === 'pass' && !BEFORE_PASS.test(before)) return undefined;
  if (sign.trim() === '' && quote === '' && !IS_FLAG.test(before)) return undefined;
  const start = index + whole.length;
  const value = valueAt(text, start, quote !== '', sign);
  const after = text.slice(start + value.length, start + value.length + 24);
  const context = { sign: sign.trim(), quoted: quote !== '', strong: weak === undefined, after };
  return isSecretValue(value, context)
    ? { start, end: start + value.length, kind: 'password_assignment' }
    : undefined;
}

/** `--password VALUE` needs no sign of assignment. */
const IS_FLAG = /(?:^|\s)--?[\w-]{0,32}$/;

/** A quoted value ends at the quote, a bare one also at what separates settings; closing punctuation is not part of it. */
function valueAt(text: string, start: number, quoted: boolean, sign: string): string {
  const pattern = quoted ? QUOTED_VALUE : /[^\s=]\s+$/.test(sign) ? SPOKEN_VALUE : BARE_VALUE;
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0] ?? '';
  if (quoted) return value + restOfPhrase(text, start + value.length, value, sign);
  let end = value.length;
  while (end > 0 && ',.)]}:'.includes(value[end - 1] ?? '')) end--;
  return value.slice(0, end);
}

/**
 * The further words of a quoted phrase when it was set with `=` or its first word is no ordinary one; any other is taken
 * for a sentence about the secret.
 */
function restOfPhrase(text: string, end: number, first: string, sign: string): string {
  if (!sign.includes('=') && !(/\d/.test(first) && /\p{L}/u.test(first))) return '';
  PHRASE_REST.lastIndex = end;
  return PHRASE_REST.exec(text)?.[0] ?? '';
}

const SCHEME =
  /\b(?:authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token|apikey)|bearer)\s{1,2}(?=[\w~+/.-])/gi;
const SCHEME_VALUE = /[\w~+/.-]{16,}={0,2}/y;

/** `Authorization: Bearer …` and a bearer token that stands alone. */
function findSchemes(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(SCHEME)) {
    const start = match.index + match[0].length;
    SCHEME_VALUE.lastIndex = start;
    const value = SCHEME_VALUE.exec(text)?.[0];
    if (value && /\d/.test(value.slice(0, 512)) && /[A-Za-z]/.test(value.slice(0, 512))) {
      spans.push({ start, end: start + value.length, kind: 'password_assignment' });
    }
  }
  return spans;
}

const USER_INFO = /:\/\/[^\s/:@"'`<>]{0,128}:([^\s/@"'`<>]{3,256})@/g;

/** The password of `scheme://user:password@host`. */
function findUrlPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(USER_INFO)) {
    const password = match[1] ?? '';
    const start = match.index + match[0].length - 1 - password.length;
    if (isSecretValue(password, { sign: '://', quoted: true, strong: true, after: '@' })) {
      spans.push({ start, end: start + password.length, kind: 'password_assignment' });
    }
  }
  return spans;
}
