/**
 * Finds credentials that their issuer made recognisable by a prefix: cloud keys, GitHub and Slack tokens,
 * sk-/pk-/rk- style API keys and those of other services, and JWTs. Each pattern starts with a literal and
 * repeats one class of characters, so it reads every character a bounded number of times.
 */
import type { Detector } from '../find-spans.ts';
import type { SensitiveKind, Span } from '../spans.ts';
import { PUBLISHED_SHAPES } from './generated/published-shapes.ts';
import { SERVICE_KEYS } from './service-keys.ts';

// Finds the long unbroken tokens of a text, the only places where a credential can stand. Ordinary words are
// passed over in strides: a token of N characters must cover every Nth position, so only those are looked at.
// This is what makes redaction of prose cheap.

/** The shortest credential with a recognisable prefix has fifteen characters. */
const MIN_LENGTH = 15;

/** Letters, digits and the signs that occur inside keys, tokens, JWTs, base64 and URLs. */
const IS_TOKEN_CHAR = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.~+/=:-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Ranges `[start, end)` of all maximal tokens with at least fifteen characters, in order. */
function* longTokens(text: string): Generator<readonly [start: number, end: number]> {
  let floor = 0;
  let probe = MIN_LENGTH - 1;
  while (probe < text.length) {
    if (!isTokenChar(text, probe)) {
      floor = probe + 1;
    } else {
      let start = probe;
      while (start > floor && isTokenChar(text, start - 1)) start--;
      let end = probe + 1;
      while (end < text.length && isTokenChar(text, end)) end++;
      if (end - start >= MIN_LENGTH) yield [start, end];
      floor = end;
    }
    probe = floor + MIN_LENGTH - 1;
  }
}

function isTokenChar(text: string, index: number): boolean {
  return IS_TOKEN_CHAR[text.charCodeAt(index)] === 1;
}

interface TokenPattern {
  readonly kind: SensitiveKind;
  readonly pattern: RegExp;
  /** A further condition on the matched text, where the shape alone has innocent namesakes. */
  readonly accepts?: (match: string) => boolean;
}

const API_KEYS = [...SERVICE_KEYS, ...PUBLISHED_SHAPES];

/** How some pattern below begins: a token without it needs no closer look. */
const BEGINS_LIKE_ONE = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    'e[yw][\\w-]{8}|A(?:KIA|SIA|BIA|CCA|3T)|gh[oprsu]_|github_pat_|xox[a-z][.-]|xapp-|hooks\\.slack|[sprSPR][kK][-_]',
    ...API_KEYS.map(([begins]) => begins),
  ].join('|')})`,
);

const PATTERNS: readonly TokenPattern[] = [
  { kind: 'jwt', pattern: /(?<![A-Za-z0-9])e[yw][\w-]{8,}\.e[yw][\w-]{4,}(?:\.[\w-]*)?/g, accepts: isJwt },
  { kind: 'jwt', pattern: /(?<![A-Za-z0-9])ey[\w-]{8,}(?:\.[\w-]*){4}/g, accepts: isJwt },
  {
    kind: 'aws_access_key',
    pattern: /(?<![A-Za-z0-9])A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    kind: 'github_token',
    pattern: /(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{30,255}|github_pat_\w{40,255})/g,
  },
  {
    kind: 'slack_token',
    pattern: /(?<![A-Za-z0-9])xox[a-z](?:\.xox[a-z])?-[\w-]{10,255}/g,
    accepts: hasDigit,
  },
  { kind: 'slack_token', pattern: /(?<![A-Za-z0-9])xapp-\d-[\w-]{10,255}/g },
  { kind: 'slack_token', pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,128}/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])[sprSPR][kK][-_][\w-]{16,512}/g, accepts: isKeyLike },
  {
    kind: 'api_key',
    pattern: new RegExp(`(?<![A-Za-z0-9])(?:${API_KEYS.map((shape) => shape.join('')).join('|')})`, 'g'),
  },
];

/** Too many beginnings to be signs, and the long tokens of a text are few. */
export const ACCESS_TOKENS: Detector = { signs: null, find: findAccessTokens };

/** Every recognisable credential of the text. */
export function findAccessTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const [start, end] of longTokens(text)) {
    const token = text.slice(start, end);
    if (BEGINS_LIKE_ONE.test(token)) for (const span of tokenSpans(token, start)) spans.push(span);
  }
  return spans;
}

/**
 * One long token may hold several credentials. The loop spares the copy of the pattern that `matchAll` makes.
 */
function* tokenSpans(token: string, offset: number): Generator<Span> {
  for (const { kind, pattern, accepts } of PATTERNS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(token); match; match = pattern.exec(token)) {
      if (accepts && !accepts(match[0])) continue;
      const start = offset + match.index;
      yield { start, end: start + match[0].length, kind };
    }
  }
}

/** A JOSE header is the base64 of an object: of `{"`, or of `{` and white space. */
function isJwt(match: string): boolean {
  return /^e(?:yJ|yA|yI|w[ok0]|yc)/.test(match) && !/^(.)\1+$/.test(match.slice(3, 20));
}

function hasDigit(match: string): boolean {
  return /\d/.test(match);
}

/**
 * Tells a key from words joined by hyphens ("sk-learn-pipeline-with-scaling") and from a stand-in
 * ("sk-xxxxxxxx"): a key has a long random segment, or several that mix letters and digits.
 */
function isKeyLike(match: string): boolean {
  const body = match.slice(3, 131);
  if (new Set(body).size < 6 || /your|example|placeholder|insert|replace|redacted/i.test(body)) return false;
  return body
    .split(/[-_]/)
    .some((part) => /^[A-Za-z0-9]{20,}$/.test(part) || (part.length >= 8 && isRandomLike(part)));
}

function isRandomLike(part: string): boolean {
  const digits = part.replace(/\D/g, '').length;
  return digits >= 2 && (digits < part.length || part.length >= 16);
}
