/** Where a list goes on: what its last row was sorted by, as an opaque text that a client hands back. */
import { z } from 'zod';
import { callerKey, isStorable } from '../domain/fields.ts';
import { invalid } from './errors.ts';
import { nextTurn } from './turns.ts';

/** A page and where the next one begins; null at the end. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Most characters of what a list is sorted by. */
const MAX_KEY = 1000;

const id = callerKey(64);
const PLACES = { text: z.tuple([callerKey(MAX_KEY), id]), number: z.tuple([z.number(), id]) };

/** The place of a row: its sort key and its id; and about how many bytes it has, where rows can be large. */
export interface Place {
  key: string | number | Date;
  id: string;
  size?: number;
}

export function cursorOf({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** The refusal of a text that is no cursor of the list it came to. */
export const noCursor = () => invalid(['query', 'cursor'], 'is not a cursor of this list', 'value_error');

/** The place that a cursor names; null for the first page. Throws 422 for a text that is no cursor, or of another order. */
export function placeOf(
  cursor: string | null,
  sortedBy: keyof typeof PLACES,
): { key: string | number; id: string } | null {
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

/** Most bytes of the rows of one list: beyond that a page ends before its limit, however large its rows are. */
const LIST_BYTES = 2_000_000;

/**
 * The rows of a page: as many as `limit` and the bytes of a list allow, at least one. `rows` has one row more than
 * `limit` where there is a next page.
 */
export function cutPage<Row>(rows: readonly Row[], limit: number, place: (row: Row) => Place): Page<Row> {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += place(row).size ?? 0;
    return index === limit || (index > 0 && bytes > LIST_BYTES);
  });
  if (end === -1) return { items: [...rows], nextCursor: null };
  const items = rows.slice(0, end);
  const last = items.at(-1);
  return { items, nextCursor: last === undefined ? null : cursorOf(place(last)) };
}

/** As {@link cutPage}, with the rows as they are shown. */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  { show, place }: { show: (row: Row) => T; place: (row: Row) => Place },
): Page<T> {
  const { items, nextCursor } = cutPage(rows, limit, place);
  return { items: items.map(show), nextCursor };
}

/** What of a list is read at once: others get their turn in between. */
const PIECE_BYTES = 250_000;
const PIECE_ROWS = 100;

/** Reads rows by their ids, some at a time, and answers in the order of `rows`; one that has gone meanwhile is left out. */
export async function readInPieces<Read extends { id: string }>(
  rows: readonly Pick<Place, 'id' | 'size'>[],
  read: (ids: string[]) => Promise<Read[]>,
): Promise<Read[]> {
  const found = new Map<string, Read>();
  for (let from = 0; from < rows.length; ) {
    let [to, bytes] = [from, 0];
    while (to < rows.length && to < from + PIECE_ROWS && (to === from || bytes < PIECE_BYTES)) {
      bytes += rows[to]?.size ?? 0;
      to += 1;
    }
    const ids = rows.slice(from, to).map(({ id }) => id);
    for (const row of await read(ids)) found.set(row.id, row);
    from = to;
    await nextTurn();
  }
  return rows.flatMap(({ id }) => found.get(id) ?? []);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
