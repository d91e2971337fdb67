/** The attributes of OTLP's JSON form as plain values. Whatever does not fit is as if it were not there. */
import { isObject, listOf } from './embedded-json.ts';

/** Attributes by key. A map, because keys are the sender's choice. */
export type Attributes = ReadonlyMap<string, unknown>;

const MAX_DEPTH = 64;

/** Reads a list of KeyValue; of a key that occurs twice the first counts. */
export function readAttributes(list: unknown): Attributes {
  const attributes = new Map<string, unknown>();
  for (const entry of listOf(list)) {
    if (!isObject(entry) || typeof entry.key !== 'string' || attributes.has(entry.key)) continue;
    const value = anyValue(entry.value, 0);
    if (value !== undefined && value !== null) attributes.set(entry.key, value);
  }
  return attributes;
}

function anyValue(value: unknown, depth: number): unknown {
  if (!isObject(value) || depth > MAX_DEPTH) return undefined;
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (value.intValue !== undefined) return integer(value.intValue);
  if (typeof value.doubleValue === 'number') return value.doubleValue;
  if (isObject(value.arrayValue)) {
    return listOf(value.arrayValue.values).map((item) => anyValue(item, depth + 1) ?? null);
  }
  if (isObject(value.kvlistValue)) return keyValues(value.kvlistValue.values, depth);
  return undefined;
}

/** A 64-bit integer is text in JSON; one that a number cannot hold stays text. */
function integer(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function keyValues(list: unknown, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const entry of listOf(list)) {
    if (!isObject(entry) || typeof entry.key !== 'string') continue;
    entries.push([entry.key, anyValue(entry.value, depth + 1) ?? null]);
  }
  return Object.fromEntries(entries);
}
