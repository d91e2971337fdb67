// Copied from server/domain by scripts/generate-client.mjs; do not edit.
/**
 * Finds e-mail addresses from the `@` outwards. Looking for the sign first keeps text without it free of
 * cost, and a bounded look to both sides keeps `a@a@a@…` linear, which a single expression with two open ends
 * is not.
 */
import { isLetterOrDigitCode } from '../char-class.ts';
import type { Span } from '../spans.ts';

/** RFC 5321: at most 64 characters before the sign; 255 after it. */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;

const LOCAL_SIGNS = toCodes("._%+'-");
const DOMAIN_SIGNS = toCodes('.-');
const TOP_LEVEL = /\.(?:xn--[a-z0-9-]{2,59}|\p{L}{2,24})$/iu;
/**
 * Double-density pictures (`logo@2x.png`) and package versions (`react@19.0.0-next.rc`) have an address's
 * shape.
 */
const NO_DOMAIN = /^\d+x\.(?:png|jpe?g|gif|svg|webp|avif|ico)$|^v?\d+\.\d+\.\d+/i;

/** Every address in the text, also where a URL has written the sign as `%40`. */
export function findEmails(text: string): Span[] {
  return [...findAround(text, '@'), ...findAround(text, '%40')];
}

function findAround(text: string, sign: string): Span[] {
  const spans: Span[] = [];
  let floor = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, floor)) {
    const start = localStart(text, at, floor);
    floor = at + sign.length;
    if (start === at) continue;
    const end = domainEnd(text, floor);
    if (end > 0 && !isGitRemote(text.slice(start, at), text, end)) spans.push({ start, end, kind: 'email' });
  }
  return spans;
}

/** The first index of the local part, not before `floor`; `at` where there is none. */
function localStart(text: string, at: number, floor: number): number {
  let start = at;
  const first = Math.max(floor, at - MAX_LOCAL);
  if (text[at - 1] === '"') return quotedStart(text, at, first);
  while (start > first && isLocalCode(text.charCodeAt(start - 1))) start--;
  while (start < at && !isLetterOrDigitCode(text.charCodeAt(start)) && text[start] !== '_') start++;
  return start;
}

/** RFC 5321 allows any text in quotes before the sign. */
function quotedStart(text: string, at: number, first: number): number {
  const open = text.lastIndexOf('"', at - 2);
  return open >= first && open < at - 2 ? open : at;
}

/** The index after the domain, or 0 where what follows is no domain with a top level. */
function domainEnd(text: string, from: number): number {
  let end = from;
  const ceiling = Math.min(text.length, from + MAX_DOMAIN);
  while (end < ceiling && isDomainCode(text.charCodeAt(end))) end++;
  while (end > from && DOMAIN_SIGNS.has(text.charCodeAt(end - 1))) end--;
  if (end === from) return 0;
  const domain = text.slice(from, end);
  if (domain.startsWith('.') || domain.includes('..') || NO_DOMAIN.test(domain)) return 0;
  return TOP_LEVEL.test(domain) ? end : 0;
}

/** `git@host:path` names a repository's service account, not a person. */
function isGitRemote(local: string, text: string, end: number): boolean {
  return local === 'git' && (text[end] === ':' || text[end] === '/');
}

function isLocalCode(code: number): boolean {
  return isLetterOrDigitCode(code) || LOCAL_SIGNS.has(code);
}

function isDomainCode(code: number): boolean {
  return isLetterOrDigitCode(code) || DOMAIN_SIGNS.has(code);
}

function toCodes(signs: string): ReadonlySet<number> {
  return new Set([...signs].map((sign) => sign.charCodeAt(0)));
}
