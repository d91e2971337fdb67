/**
 * Tells a secret from what stands in its place: an empty or masked value, a stand-in of documentation, a
 * reference to where the secret is kept, a type or an expression of a program, or the next words of a
 * sentence.
 */
import { LABEL_START } from '../spans.ts';

/** How the value stands in the text. */
export interface ValueContext {
  /**
   * The sign of assignment without blanks: `=`, `:`, `is`, `>`, `://`, or empty after a command-line flag.
   */
  readonly sign: string;
  readonly quoted: boolean;
  /** The name alone says that the value is secret ("password"), rather than only suggesting it ("token"). */
  readonly strong: boolean;
  /** Up to 24 characters after the value. */
  readonly after: string;
}

/** Only the beginning is examined: a longer value is accepted or refused by it. */
const EXAMINED = 256;

const MIN_STRONG = 6;
const MIN_STRONG_WITH_DIGIT = 4;
const MIN_WEAK = 10;
/** Letters alone are a word up to this length, unless they are quoted or set with `=`. */
const LONGEST_WORD = 15;

/** References and templates: `$X`, `${x}`, `{{x}}`, `{x}`, `%s`, `<x>`, `@x@`, `vault:…`, an ARN, a path. */
const REFERENCE =
  /^(?:\$|\{|<|%[\w(]|%$|@[\w.]+@?$|\.{1,2}(?:\/|$)|\.\.\.|…|~\/|\/(?:[\w.-]+\/)|!(?:ref|sub|vault|secret)|vault:|ref\+|arn:|op:\/\/|env[:.]|secrets?[:.]|https?:|file:|\(|\[)/i;

/** Masks and repeated characters. */
const MASK = /x{3,}$|^(?:x{3,}|\*{2,}|•+|\.{3,}|-+|_+|#+|(.)\1{3,}$)|x{4,}|\*{3,}|\.{3}$|<[^>]{1,64}>|^\[/i;

/** Words of documentation in the place of a value: `your_api_key`, `EXAMPLE-TOKEN`, `changeme`. */
const STAND_IN =
  /^your(?:$|[-_ .]|password|secret|token|api|key)|^(?:my|the|some|an?|our|dein|tu|mi)[-_]|^(?:the|some) |^(?:enter|please|choose|type|invalid|wrong|must) |(?:^|[-_. ])(?:example|sample|placeholder|redacted|dummy|masked|omitted|here|todo|fixme|tbd|fill|insert|replace)(?:$|[-_. ])|change[-_]?(?:me|it)$|replace[-_]?(?:me|with)|^insert|^fill[-_]?in/i;

/** Values of configuration and type systems, and words that a sentence about passwords goes on with. */
const PLAIN_WORDS = new Set(
  `true false null none nil undefined void yes no on off empty blank unset default auto required optional mandatory
  string str text bytes number integer int boolean bool any object array secretstr char varchar uuid type password passwd
  secret token key api_key apikey hidden invalid incorrect wrong missing expired changed reset field value input prompt
  never always must should cannot should'nt not only also with without from into this that these those authentication
  authorization authenticated encrypted hashed plaintext plain bearer basic oauth oauth2 jwt env environment variable
  manager rotation policy strength length protected correct valid stored sha256 sha512 bcrypt argon2 scrypt md5 pbkdf2
  base64 utf-8 utf8 disabled enabled public private self user username email login`.split(/\s+/),
);

/** An expression of a program: a call, an index, or names joined by dots. */
const EXPRESSION =
  /^[\w$.]+[([]|^(?:[A-Za-z_$]+\.)+[A-Za-z_$]+$|^\w+\..*\b(?:password|secret|token|key|value)$|^(?:new|await|self|this|process|os)\b[. ]/;

/**
 * A name of a program that itself says "password" or the like: `password=db_password`, `token: authToken`.
 */
const NAMED_LIKE_IT =
  /^(?:[A-Za-z]\w*(?:_|(?=[A-Z])))?(?:password|passwd|pwd|pass|secret|token|key|credentials?)(?:_?(?:\d|str|value|env|var|param|field|input|hash))?$/i;

/** "The password is …": a word stands for the sign of assignment, or a dash. */
const IS_VERB = /^[\p{L}—–]/u;

/** Whether a value that was given a secret's name is one. */
export function isSecretValue(whole: string, context: ValueContext): boolean {
  const value = whole.slice(0, EXAMINED);
  if (!isLongEnough(value, context) || LABEL_START.test(value)) return false;
  if (!(context.strong ? isNoProse(value, context) : looksRandom(value))) return false;
  if (REFERENCE.test(value) || MASK.test(value) || STAND_IN.test(value)) return false;
  return !PLAIN_WORDS.has(value.toLowerCase()) && !(isBare(context) && isCode(value, context.after));
}

function isLongEnough(value: string, { strong }: ValueContext): boolean {
  if (!strong) return value.length >= MIN_WEAK;
  return value.length >= (/\d/.test(value) ? MIN_STRONG_WITH_DIGIT : MIN_STRONG);
}

/** Not in quotes and not in a sentence: where a program would have an expression. */
function isBare({ quoted, sign }: ValueContext): boolean {
  return !quoted && !IS_VERB.test(sign);
}

function isCode(value: string, after: string): boolean {
  return EXPRESSION.test(value) || NAMED_LIKE_IT.test(value) || /^\s?[([]/.test(after);
}

/**
 * A name's value in running text: words alone ("password: choose something long") are prose, and so is
 * anything after "is" that has no digit or sign in it.
 */
function isNoProse(value: string, { sign, quoted, after }: ValueContext): boolean {
  // Letters of scripts without capitals are words that follow a digit (密码是8位数字).
  const isMixed = /\d/.test(value) && /[\p{Lu}\p{Ll}]/u.test(value);
  if (IS_VERB.test(sign) || (quoted && /^\s/.test(after))) return isMixed;
  if (!/^[\p{L}'’-]+$/u.test(value)) return quoted || /[\d\p{P}\p{S}]/u.test(value);
  if (sign === '>') return !/^[A-Z][a-z]+$/.test(value);
  if (quoted || sign === '://') return true;
  if (/^=*$/.test(sign)) return !/^\s*[,)(.]|^ [a-z]/.test(after);
  return value.length > LONGEST_WORD || (/[a-z][A-Z]/.test(value) && !/^ \p{L}/u.test(after));
}

/** Letters and digits mixed, or upper and lower case mixed at some length: what a generator makes. */
function looksRandom(value: string): boolean {
  return /\d/.test(value)
    ? /[A-Za-z]/.test(value)
    : value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value);
}
