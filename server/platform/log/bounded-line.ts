/**
 * The longest line that the log writes. Whatever a caller or a library manages to have logged, collectors
 * read lines whole, and a disk that a stranger can fill is an outage.
 */

/** Most bytes of a line, with its end. */
export const MAX_LINE_BYTES = 8000;

/** What is tried, one after the other: longest text, and most entries of a list or an object. */
const CUTS = [
  { text: 1000, entries: 50 },
  { text: 200, entries: 20 },
  { text: 60, entries: 5 },
] as const;

/** What a line keeps in any case; the rest may go. */
const ESSENTIAL = ['level', 'timestamp', 'event', 'request_id', 'tenant'];

/**
 * A line of JSON as it may be written: long texts and lists are cut, and `cut_bytes` tells how long it was.
 */
export function boundedLine(line: string): string {
  if (line.length * 3 <= MAX_LINE_BYTES) return line;
  const bytes = Buffer.byteLength(line);
  if (bytes <= MAX_LINE_BYTES) return line;
  const fields = JSON.parse(line) as Record<string, unknown>;
  for (const cut of CUTS) {
    const shorter = written(shorten(fields, cut) as Record<string, unknown>, bytes);
    if (Buffer.byteLength(shorter) <= MAX_LINE_BYTES) return shorter;
  }
  const kept = Object.fromEntries(
    ESSENTIAL.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  return written(shorten(kept, { text: 200, entries: 0 }) as Record<string, unknown>, bytes);
}

function written(fields: Record<string, unknown>, bytes: number): string {
  return `${JSON.stringify({ ...fields, cut_bytes: bytes })}\n`;
}

function shorten(value: unknown, cut: { text: number; entries: number }, depth = 0): unknown {
  if (typeof value === 'string') {
    return value.length <= cut.text ? value : `${value.slice(0, cut.text).toWellFormed()}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '…';
  if (Array.isArray(value)) return value.slice(0, cut.entries).map((item) => shorten(item, cut, depth + 1));
  const entries = Object.entries(value);
  // The line itself keeps its fields, which come from our own code.
  const kept = depth === 0 ? entries : entries.slice(0, cut.entries);
  return Object.fromEntries(
    kept.map(([key, item]) => [key.slice(0, cut.text).toWellFormed(), shorten(item, cut, depth + 1)]),
  );
}
