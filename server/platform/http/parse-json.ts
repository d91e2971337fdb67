/**
 * Reads a request body as JSON. Refuses what is unsafe to process (invalid UTF-8, endless nesting) and what
 * would delay other requests: every key and every value costs more to check and to redact than its bytes do.
 */
import { isUtf8 } from 'node:buffer';
import { invalid } from '../errors.ts';

/** What a body of JSON may hold at most, independent of its size. */
export const JSON_LIMITS = {
  /** Levels of objects and lists. */
  depth: 100,
  /** Keys of one object. */
  objectKeys: 10_000,
  /** Keys of all objects together: a full batch of episodes has less, with 80 keys in each of them. */
  keys: 100_000,
  /** Values of all objects and lists together. */
  values: 500_000,
} as const;

type Limits = Record<keyof typeof JSON_LIMITS, number>;

/** Exporters send many short keys; these bodies are processed in steps. */
export const EXPORT_LIMITS: Limits = {
  ...JSON_LIMITS,
  keys: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
};

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The JSON value of `bytes`, or undefined for an empty body. Throws a 422 with type `json_invalid`. */
export function parseJson(bytes: Buffer, limits: Limits = JSON_LIMITS): unknown {
  requireSafeJson(bytes, limits);
  return parseSafeJson(bytes);
}

/** The first half of {@link parseJson}, which takes about as long as the other: throws what is unsafe to process. */
export function requireSafeJson(bytes: Buffer, limits: Limits = JSON_LIMITS): void {
  if (!isUtf8(bytes)) throw invalid(['body'], 'the body is not valid UTF-8', 'json_invalid');
  requireJsonLimits(bytes, limits);
}

/** The second half: the value of `bytes` that {@link requireSafeJson} has passed. */
export function parseSafeJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const text = bytes.toString('utf8');
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown;
  } catch {
    throw invalid(['body'], 'the body is not valid JSON', 'json_invalid');
  }
}

/** Throws a 422 with type `json_invalid` where a body holds more than `limits`, before it is parsed. */
export function requireJsonLimits(bytes: Uint8Array, limits: Limits = JSON_LIMITS): void {
  const exceeded = exceededLimit(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  if (exceeded === null) return;
  throw invalid(['body'], `${EXCEEDED[exceeded](limits[exceeded])}`, 'json_invalid');
}

const EXCEEDED: Record<keyof Limits, (limit: number) => string> = {
  depth: (limit) => `the body is nested deeper than ${limit} levels`,
  objectKeys: (limit) => `an object in the body has more than ${limit} keys`,
  keys: (limit) => `the body has more than ${limit} keys`,
  values: (limit) => `the body has more than ${limit} values`,
};

/**
 * Counts what is outside of strings, in one pass over the bytes that ends at the first exceeded limit,
 * without recursion that a hostile body could exhaust. Bytes that are not JSON are counted as if they were.
 */
function exceededLimit(bytes: Buffer, limits: Limits): keyof Limits | null {
  const count = counter(limits);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    // Most bytes are digits, letters and spaces, whose codes lie below or between those of the brackets.
    else if (byte === COMMA || byte === COLON || byte >= OPEN_BRACKET) {
      const exceeded = count(byte);
      if (exceeded !== null) return exceeded;
    }
  }
  return null;
}

/** Takes the bytes outside of strings, one by one; returns the limit that a byte exceeds. */
function counter(limits: Limits): (byte: number) => keyof Limits | null {
  const keysAt = new Uint32Array(limits.depth + 1);
  let [depth, keys, values] = [0, 0, 0];
  const open = (): keyof Limits | null => {
    depth += 1;
    values += 1;
    if (depth > limits.depth) return 'depth';
    keysAt[depth] = 0;
    return null;
  };
  const name = (): keyof Limits | null => {
    keys += 1;
    const here = (keysAt[depth] ?? 0) + 1;
    keysAt[depth] = here;
    if (here > limits.objectKeys) return 'objectKeys';
    return keys > limits.keys ? 'keys' : null;
  };
  return (byte) => {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return open();
    if (byte === COLON) return name();
    if (byte === COMMA) values += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth = Math.max(0, depth - 1);
    return values > limits.values ? 'values' : null;
  };
}

/** Most strings are short: checking this many bytes is faster than searching for the next quote. */
const SHORT = 16;

/** The place of the quote that closes the string opened at `start`, or the end of the bytes. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at <= start + SHORT && bytes[at] !== BACKSLASH; at += 1) {
    if (bytes[at] === QUOTE) return at;
  }
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return bytes.length;
}
