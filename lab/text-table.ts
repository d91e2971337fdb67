/** Tables of text whose columns line up, numbers to the right. */

const NUMBER = /^[<>≤≥]?\s?-?[\d,.]+( ?(%|ms|s|×))?$/;

/** A table under its headings. A column whose cells are all numbers (or `–`) is set to the right. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headings.map((heading, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    return {
      width: Math.max(heading.length, ...cells.map((cell) => cell.length)),
      isNumeric: cells.every((cell) => cell === '–' || cell === '' || NUMBER.test(cell)),
    };
  });
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, isNumeric }, at) => {
        const cell = cells[at] ?? '';
        return isNumeric ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rule = columns.map(({ width }) => '─'.repeat(width)).join('──');
  return [line(headings), rule, ...rows.map(line)].join('\n');
}
