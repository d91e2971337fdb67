/** Lines of CSV as RFC 4180 has them, safe to open in a spreadsheet. */

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** Every cell is quoted; one that a spreadsheet would take for a formula has an apostrophe before it. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((text) => {
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return `"${safe.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
