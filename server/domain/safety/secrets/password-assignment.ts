/**
 * Finds secrets by what the text calls them: `password=…`, `"client_secret": "…"`, `--token …`. Only the
 * value is reported, so that a transcript still shows what was set. The name is found first and the rest is
 * read from there with bounded looks, which keeps `password=password=…` linear.
 */

import { type Detector, NON_ASCII } from '../find-spans.ts';
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

/** Words for a password in other languages than English, most of them with endings that they take. */
const FOREIGN_PASSWORD = [
  "passwort|kennwort|passe|contrase[ñn]a|clave(?: de acceso| secreta)|senha|palavra-passe|parola(?: d[’']ordine|nız)?",
  'wachtwoord|has[łl]o|heslo|lösenord|adgangskode|salasana|jelszó|[şs]ifre(?:niz|si|m)?|mật khẩu|kata sandi',
  'парол[ья]|סיסמה|كلمة (?:المرور|السر)|पासवर्ड|密[码碼]|口令|パスワード|비밀번호|암호',
].join('|');

/** A part of every name below; most text has none of them. What a label says is no name. */
const HINT = new RegExp(
  `pass(?!word_assignment\\])|pwd|secret|key|token|credential|bearer|cookie|connectionstring|${FOREIGN_PASSWORD}`,
  'giu',
);

/** "The password is …", in these languages. Where a script has no blanks, the verb has none either. */
const SAYS_WHICH =
  '\\s{1,2}(?:is|was|ist|lautet|es|est|é|è|luidt|(?<=has[łl]o )to(?: jest)?|är|er|это|là|adalah|هي|है)(?: set to)?:?\\s{1,2}|\\s{0,2}(?:是|为|為|は|는|은)\\s{0,2}';

/** What the password is for, before such a verb: "password of the database is …". */
const OF_WHAT = `(?: (?:for|of|für|von|du|de|della?|di|do|da|van|voor|для|của)(?: [^\\s"'\`=:]{1,24}){1,2}(?=${SAYS_WHICH}))?`;

/**
 * A name (with a number after it), what may close it, the sign of assignment and the opening quote. The value
 * of a strong name is a secret whatever it looks like, that of a weak one must look random, and "key" is
 * strong after a word such as "api". Quotes may be escaped, as in JSON within JSON.
 */
const NAME = new RegExp(
  [
    `(?:(?:passwords?|passwd|passphrase|passcode|pwd|secret|${FOREIGN_PASSWORD})`,
    '|(token|pass|credentials?|bearer|cookie|connectionstring)|(key(?:[-_]base)?))',
    `(?:[-_]?\\d{1,3})?\\\\{0,3}["'\`\\]]?\\)?${OF_WHAT}`,
    `(\\s{0,4}(?::=|=>|={1,3}|[:：]|->|[—–])\\s{0,8}|${SAYS_WHICH}|>|\\s{1,3}(?=["'])|\\s{1,2})`,
    '(\\\\{0,3}["\'`])?',
  ].join(''),
  'iuy',
);

const BEFORE_KEY =
  /(?:api|access|secret|private|encryption|signing|auth|account|shared|service|db|database|client|master|session|storage|subscription|license)[-_ ]?(?:access[-_ ]?)?$/i;
const BEFORE_PASS = /(?:^|[^a-z]|db|user|root|admin|smtp|ftp)$/i;
/** `DB_PASS=` is as sure a name as `DB_PASSWORD=`; what passes is set otherwise. */
const BEFORE_SURE_PASS =
  /(?:db|database|user|root|admin|smtp|i?mail|imap|ftp|ssh|sql|postgres|pg|redis|mongo|rabbit(?:mq)?|amqp|ldap|login|proxy|auth)_?$/i;

// A value is judged by its first 64 characters, so that names in a row without a blank are not read again and again.
const QUOTED_VALUE = /[^\s"'`\\]{1,64}/y;
const PHRASE_REST = /[ ][^\r\n"'`\\]{1,64}(?=["'`\\])/y;
const BARE_VALUE = /[^\s"'`;&<>|\\]{1,64}/y;
/** After "password: " an ampersand belongs to the value, unless it begins an entity of HTML. */
const SPOKEN_VALUE = /(?:[^\s"'`;&<>|\\]|&(?!(?:quot|amp|lt|gt|apos|#\w{1,6});)(?=[^\s&])){1,64}/y;
/** What more there is of a longer value. */
const REST_OF_VALUE = /[^\s"'`;&<>|\\]+/y;
const LONG_VALUE = 64;

export const PASSWORD_ASSIGNMENTS: Detector = {
  signs: [
    ...['pass', 'pwd', 'secr', 'key', 'toke', 'cred', 'bear', 'cook', 'nnec'],
    // Of those in other languages without an accent.
    ...['nnwo', 'sena', 'clav', 'senh', 'arol', 'twoo', 'hasl', 'hesl', 'gsko', 'lasa', 'sifr', 'kata'],
    NON_ASCII,
  ],
  find: findPasswordAssignments,
};

/** Every assigned secret of the text. */
export function findPasswordAssignments(text: string): Span[] {
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
  const isPass = weak?.toLowerCase() === 'pass';
  if (isPass && !BEFORE_PASS.test(before)) return undefined;
  // Languages in other scripts than the Latin one put the verb behind the value.
  const leads = text.charCodeAt(index) > LAST_LATIN;
  const start = index + whole.length;
  // After a name in another script, letters of it are the next word of a sentence.
  const isSet = leads ? /[!-~]/.test(text.slice(start, start + 2)) : `${sign}${quote}`.trim() !== '';
  if (!isSet && (leads || !IS_FLAG.test(before))) return undefined;
  const value = valueAt(text, start, quote !== '', sign);
  // A command follows the variables that it is given.
  const isVariable = /^[A-Z\d_]+=$/.test(whole);
  const after = isVariable ? '' : text.slice(start + value.length, start + value.length + 24);
  const strong = weak === undefined || (isPass && sign.includes('=') && BEFORE_SURE_PASS.test(before));
  const context = { sign: sign.trim() || (leads ? 'is' : ''), quoted: quote !== '', strong, after };
  return isSecretValue(value, context)
    ? { start, end: start + value.length + restLength(text, start, value), kind: 'password_assignment' }
    : undefined;
}

/** How much more there is of a value of which only the beginning was read. */
function restLength(text: string, start: number, value: string): number {
  REST_OF_VALUE.lastIndex = start + value.length;
  return value.length < LONG_VALUE ? 0 : (REST_OF_VALUE.exec(text)?.[0].length ?? 0);
}

/** The last code of Latin letters with accents. */
const LAST_LATIN = 0x24f;

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
