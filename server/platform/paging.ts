/** Where a list goes on: what its last row was sorted by, as an opaque text that a client hands back. */
import { z } from 'zod';
import { freeText, isStorable } from '../domain/fields.ts';
import { invalid } from './errors.ts';

/** A page and where the next one begins; null at the end. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

const id = freeText().max(64);
const PLACES = { text: z.tuple([freeText(), id]), number: z.tuple([z.number(), id]) };

/** The place of a row: its sort key and its id. */
export interface Place {
  key: string | number;
  id: string;
}

export function cursorOf({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

const noCursor = () => invalid(['query', 'cursor'], 'is no cursor of this list', 'value_error');

/** The place that a cursor names; null for the first page. Throws 422 for a text that is none of ours, or of another order. */
export function placeOf(cursor: string | null, sortedBy: keyof typeof PLACES): Place | null {
  if (cursor === null) return null;
  const parsed = PLACES[sortedBy].safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) throw noCursor();
  const [key, id] = parsed.data;
  return { key, id };
}

/** The moment and id that a cursor of a list by time names. */
export function momentOf(cursor: string | null): { at: Date; id: string } | null {
  const found = placeOf(cursor, 'text');
  if (found === null) return null;
  const at = new Date(found.key);
  if (!isStorable(at)) throw noCursor();
  return { at, id: found.id };
}

/** A page of at most `limit` of `rows`, of which one more was read than is shown. */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  { show, place: placeOfRow }: { show: (row: Row) => T; place: (row: Row) => Place },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? cursorOf(placeOfRow(last)) : null;
  return { items: shown.map(show), nextCursor };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
