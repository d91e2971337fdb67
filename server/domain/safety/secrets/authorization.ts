/**
 * Finds credentials by the place that they have in a protocol or a file format: an authorization header, an address, a signed
 * query, a netrc file, the settings of Docker. Only the secret part is reported.
 */
import type { Detector } from '../find-spans.ts';
import type { Span } from '../spans.ts';
import { isSecretValue } from './secret-value.ts';

/** Every credential that has such a place. */
export const AUTHORIZATION: readonly Detector[] = [
  {
    signs: ['auth', 'basi', 'bear', 'ssws'],
    find: (text) => [...findSchemes(text), ...found(text, CREDENTIAL_PAIR, isCredentialPair)],
  },
  { signs: ['://'], find: (text) => found(text, URL_PASSWORD, isPassword) },
  { signs: ['sig='], find: (text) => found(text, SIGNATURE, hasDigitAndLetter) },
  { signs: ['logi'], find: (text) => found(text, NETRC, isPassword) },
];

const SCHEME =
  /\b(?:authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:bearer|basic|token|apikey|ssws)|bearer|ssws)\s{1,2}(?=[\w~+/.-])/gi;
const SCHEME_VALUE = /[\w~+/.-]{16,}={0,2}/y;

/** `Authorization: Bearer …`, and a bearer token that stands alone. */
function findSchemes(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(SCHEME)) {
    const start = match.index + match[0].length;
    SCHEME_VALUE.lastIndex = start;
    const value = SCHEME_VALUE.exec(text)?.[0];
    if (value && hasDigitAndLetter(value.slice(0, 512))) {
      spans.push({ start, end: start + value.length, kind: 'password_assignment' });
    }
  }
  return spans;
}

/** After `Basic` (RFC 7617), and as `auth` in the settings of Docker: user and password in base64. */
const CREDENTIAL_PAIR =
  /(?:\bbasic\s{1,2}|\bauth\\?["']\s{0,4}:\s{0,4}\\?["'])([A-Za-z0-9+/_-]{6,1024}={0,2})(?![\w+/=])/dgi;

/** Whether a value is a user and a password, joined by a colon and encoded in base64. */
export function isCredentialPair(value: string): boolean {
  try {
    return /^[\x20-\x7e]{0,256}:[\x20-\x7e]{3,}$/.test(atob(value.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return false;
  }
}

/** The password of `scheme://user:password@host`. */
const URL_PASSWORD = /:\/\/[^\s/:@"'`<>]{0,128}:([^\s/@"'`<>]{3,256})@/dg;

/** The signature that makes an address of Azure's storage one that anybody may use. */
const SIGNATURE = /[?&;]sig=((?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}){40,128}={0,2})/dg;

const NETRC =
  /\b(?:machine\s{1,8}[^\s"']{1,255}|default)\s{1,8}login\s{1,8}[^\s"']{1,128}\s{1,8}password\s{1,8}([^\s"']{3,128})/dg;

/** The first group of each match of a pattern with the flags `d` and `g`, where it is accepted. */
function found(text: string, pattern: RegExp, accepts: (value: string) => boolean): Span[] {
  const spans: Span[] = [];
  for (const { indices } of text.matchAll(pattern)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    if (accepts(text.slice(start, end))) spans.push({ start, end, kind: 'password_assignment' });
  }
  return spans;
}

function hasDigitAndLetter(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

function isPassword(value: string): boolean {
  return isSecretValue(value, { sign: '://', quoted: true, strong: true, after: '' });
}
