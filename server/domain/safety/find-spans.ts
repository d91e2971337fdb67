/**
 * Runs detectors over a text, each only where the text has one of its signs. One pass looks for the signs of all of them:
 * most text has few, and a pass of each detector's own expressions takes many times as long.
 */
import { mergeSpans, type Span } from './spans.ts';

export interface Detector {
  /**
   * Every match has one of them: a character, or three or four in a row, which are in lower case, match either case and
   * have a blank for any white space. Null where there is no such sign.
   */
  readonly signs: readonly string[] | null;
  /** The places that it is sure of; it must take time linear in the text's length. */
  readonly find: (text: string) => Span[];
}

export const DIGITS = [...'0123456789'];
export const CAPITALS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** The sign that is any character outside of ASCII. */
export const NON_ASCII = '\u0080';

/** Bytes of UTF-8 as signs have them. A character outside of ASCII may be white space. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return byte > 127 || /\s/.test(character) ? 0x20 : character.toLowerCase().charCodeAt(0);
});

/** Finds what any of the detectors does, places that overlap joined. */
export function spanFinder(detectors: readonly Detector[]): (text: string) => Span[] {
  const table = tableOf(detectors);
  return (text) => {
    const present = signsIn(text, table);
    const spans = detectors.flatMap(({ find }, place) => ((present & (1 << place)) === 0 ? [] : find(text)));
    return spans.length === 0 ? spans : mergeSpans(spans);
  };
}

/** What signs tell: a bit for each detector that has them. */
interface SignTable {
  readonly always: number;
  readonly ofByte: Int32Array;
  /** By the last three or four characters. */
  readonly ofSequence: ReadonlyMap<number, number>;
  /** By the hash of the last three characters, whether they may end a sign. */
  readonly mayEnd: Uint8Array;
}

// The last four characters as a number, from which the last three can be taken.
const BITS = 7;
const FOUR = 2 ** (4 * BITS) - 1;
const THREE = 2 ** (3 * BITS) - 1;

const HASH_BITS = 15;
/** A product with the golden ratio spreads what differs in few bits (Knuth, The Art of Computer Programming, 6.4). */
const hashOf = (sequence: number) => Math.imul(sequence & THREE, 0x9e3779b1) >>> (32 - HASH_BITS);

const MAX_DETECTORS = 32;

function tableOf(detectors: readonly Detector[]): SignTable {
  if (detectors.length > MAX_DETECTORS) throw new Error('a number has no bit for each of so many detectors');
  const ofByte = new Int32Array(256);
  const ofSequence = new Map<number, number>();
  const mayEnd = new Uint8Array(2 ** HASH_BITS);
  for (const [place, { signs }] of detectors.entries()) {
    const bit = 1 << place;
    for (const sign of signs ?? []) {
      const codes = Array.from(sign, (character) => character.charCodeAt(0));
      const sequence = codes.reduce((before, code) => (before << BITS) | code, 0);
      if (sign.length === 1) {
        for (const byte of bytesOf(sequence)) ofByte[byte] = (ofByte[byte] ?? 0) | bit;
      } else {
        ofSequence.set(sequence, (ofSequence.get(sequence) ?? 0) | bit);
        mayEnd[hashOf(sequence)] = 1;
      }
    }
  }
  const always = detectors.reduce(
    (bits, { signs }, place) => (signs === null ? bits | (1 << place) : bits),
    0,
  );
  return { always, ofByte, ofSequence, mayEnd };
}

/** The bytes of a character in UTF-8; of one outside of ASCII those of all of them. */
function bytesOf(code: number): number[] {
  return code < 128 ? [code] : Array.from({ length: 128 }, (_, place) => 128 + place);
}

// Bytes are read twice as fast as the characters of a text.
const ENCODER = new TextEncoder();
const BYTES = new Uint8Array(2 ** 16);

/** The detectors that have a sign in the text. */
function signsIn(text: string, { always, ofByte, ofSequence, mayEnd }: SignTable): number {
  let present = always;
  let sequence = 0;
  for (let from = 0; from < text.length; ) {
    const { read, written } = ENCODER.encodeInto(from === 0 ? text : text.slice(from), BYTES);
    from += read;
    for (let at = 0; at < written; at += 1) {
      const byte = BYTES[at] ?? 0;
      present |= ofByte[byte] ?? 0;
      sequence = ((sequence << BITS) | (FOLDED[byte] ?? 0)) & FOUR;
      if (mayEnd[hashOf(sequence)] === 0) continue;
      present |= (ofSequence.get(sequence) ?? 0) | (ofSequence.get(sequence & THREE) ?? 0);
    }
  }
  return present;
}
