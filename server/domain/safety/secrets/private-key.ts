/**
 * Finds private keys in PEM and OpenPGP armour, and PuTTY's form of them. The whole block goes, not only its
 * header, also where the end was cut off, because every line of the body is the secret. A body without its header
 * is known by how its structure begins.
 */
import type { Detector } from '../find-spans.ts';
import { mergeSpans, type Span } from '../spans.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/g;
const END = /-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]{8,128}/g;

/**
 * How the base64 of a private key begins: the fixed parts of PKCS#1 (RSA), SEC 1 (elliptic curves), PKCS#8 of RSA, of
 * curves, of Ed25519 and encrypted, and OpenSSH's form. Certificates and public keys begin otherwise.
 */
const BODY_BEGIN =
  /(?<![\w+/])(?:MII[\w+/]{3}IBA(?:AK[BC]|DANBgkqhkiG9w0BAQ)|M(?:Hc|HQ)CAQEEI|MI(?:GkAgEBBD|HcAgEBBE)|MI[GH][\w+/]AgEAMB[AM]GByqGSM49|MC4CAQAwBQYDK2VwBCIE|MII[\w+/]{3}B[\w+/]BgkqhkiG9w0BBQ0|b3BlbnNzaC1rZXktdjE)[\w+/]{24}/g;

/** No key in use is longer: RSA with 16,384 bits takes about 12,800 characters. */
const MAX_BLOCK = 20_000;

/**
 * One line of a cut-off body: base64 or an armour header, with what quoting, diffs, logs and JSON put before
 * it, and a line break that may be written out.
 */
const BODY_LINE =
  /[ \t>|+"'#*]{0,16}(?:[A-Za-z0-9+/=]{1,512}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Encryption|Public-Lines|Private-Lines): ?[^\r\n\\]{0,128})?["',+ \t]{0,4}(?:\r?\n|\\r\\n|\\n|$)/y;

/** The first line of a body without header, which may be all of it. */
const FIRST_LINE = /[A-Za-z0-9+/]{1,20000}={0,2}(["',+ \t]{0,4}(?:\r?\n|\\r\\n|\\n))?/y;

export const PRIVATE_KEYS: Detector = {
  signs: ['---b', 'putt', 'ibaa', 'ibad', 'mhcc', 'mhqc', 'ageb', 'agea', 'mc4c', 'bgkq', 'b3bl'],
  find: findPrivateKeys,
};

/** Every private key of the text, from its header to its footer or to the last line that can belong to it. */
export function findPrivateKeys(text: string): Span[] {
  const spans: Span[] = [];
  const nextEnd = footerFinder(text);
  let covered = 0;
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < covered) continue;
    const bodyStart = begin.index + begin[0].length;
    const footer = nextEnd(bodyStart);
    covered = footer > 0 && footer - bodyStart <= MAX_BLOCK ? footer : cutOffEnd(text, bodyStart);
    spans.push({ start: begin.index, end: covered, kind: 'private_key' });
  }
  return mergeSpans([...spans, ...findBodies(text)]);
}

/** The bodies of keys, whether their header is there or not. */
function findBodies(text: string): Span[] {
  const spans: Span[] = [];
  let covered = 0;
  for (const { index } of text.matchAll(BODY_BEGIN)) {
    if (index < covered) continue;
    FIRST_LINE.lastIndex = index;
    const [line = '', lineBreak] = FIRST_LINE.exec(text) ?? [];
    covered = lineBreak === undefined ? index + line.length : linesEnd(text, index + line.length);
    spans.push({ start: index, end: covered, kind: 'private_key' });
  }
  return spans;
}

/**
 * Gives the end of the first footer after an index, 0 where there is none. It only moves forward, so that
 * many headers without a footer do not search the same text again and again.
 */
function footerFinder(text: string): (from: number) => number {
  const footers = text.matchAll(END);
  let next = footers.next();
  return (from) => {
    while (!next.done && next.value.index < from) next = footers.next();
    return next.done ? 0 : next.value.index + next.value[0].length;
  };
}

/** The end of a body without footer: as many lines as can belong to it. */
function cutOffEnd(text: string, bodyStart: number): number {
  const breakAfterHeader = /[ \t"']{0,4}(?:\r?\n|\\r\\n|\\n)/y;
  breakAfterHeader.lastIndex = bodyStart;
  const first = breakAfterHeader.exec(text);
  if (!first) return bodyStart;
  return linesEnd(text, bodyStart + first[0].length);
}

/** The end of the lines from `start` on that can belong to a body. */
function linesEnd(text: string, start: number): number {
  let end = start;
  const ceiling = start + MAX_BLOCK;
  for (;;) {
    BODY_LINE.lastIndex = end;
    const line = BODY_LINE.exec(text);
    if (!line || line[0].length === 0 || end > ceiling || isProse(line[0])) return end;
    end += line[0].length;
  }
}

/**
 * A short line of letters only ("thanks") ends a cut-off body; base64 that short has digits, signs or mixed
 * case.
 */
function isProse(line: string): boolean {
  return /^[A-Z]?[a-z]{0,15}$/.test(line.trim());
}
