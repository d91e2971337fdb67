/**
 * A bound on how deep quotes and lists nest. The parser's cost grows with depth at every line, and two hundred thousand
 * characters can open a hundred thousand lists; nobody reads beyond a few.
 */

const MAX_MARKERS_IN_A_LINE = 16;
const MAX_COLUMN = 48;
const TAB = 4;

/**
 * The line as the parser shall see it: the first container marker beyond the bound is a letter there, so that what follows is
 * text. The line keeps its length and callers cut from the original, so the document loses nothing.
 */
export function boundNesting(line: string): string {
  const marker = /[ \t]*(>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let column = 0;
  for (let count = 1; ; count += 1) {
    const from = marker.lastIndex;
    const match = marker.exec(line);
    if (match === null) return line;
    column += widthOf(line, from, marker.lastIndex);
    if (count > MAX_MARKERS_IN_A_LINE || column > MAX_COLUMN) {
      const at = marker.lastIndex - 1;

      return isThematicBreak(line) ? line : `${line.slice(0, at)}x${line.slice(at + 1)}`;
    }
  }
}

function widthOf(line: string, from: number, to: number): number {
  let width = 0;
  for (let index = from; index < to; index += 1) width += line[index] === '\t' ? TAB : 1;

  return width;
}

function isThematicBreak(line: string): boolean {
  return /^[-\s]+$/.test(line) || /^[*\s]+$/.test(line);
}
