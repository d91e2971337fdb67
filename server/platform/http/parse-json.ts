/** Reads a request body as JSON, refusing what would be unsafe further in: bytes that are no UTF-8, bottomless nesting. */
import { isUtf8 } from 'node:buffer';
import { invalid } from '../errors.ts';

const MAX_DEPTH = 100;

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The JSON value of `bytes`, or undefined for an empty body. Throws a 422 with type `json_invalid`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalid(['body'], 'the body is not valid UTF-8', 'json_invalid');
  if (exceedsDepth(bytes)) {
    throw invalid(['body'], `the body is nested deeper than ${MAX_DEPTH} levels`, 'json_invalid');
  }
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw invalid(['body'], 'the body is not valid JSON', 'json_invalid');
  }
}

/** Counts brackets outside of strings, in one pass over the bytes: no recursion that a hostile body could exhaust. */
function exceedsDepth(bytes: Buffer): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The place of the quote that closes the string opened at `start`, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return bytes.length;
}
