/** Runs the scorers that come with the data, as processes of their own, and reads the tables that they print. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Context } from './section.ts';

const LARGEST_OUTPUT = 64 * 2 ** 20;

/** Runs a script of the data with arguments; resolves with what it printed. */
export async function runScorer(
  { data, lab, ending }: Context,
  script: string,
  args: string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [data.path(script), '--split', data.split, ...args],
    {
      cwd: dirname(lab.file('scorer')),
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: LARGEST_OUTPUT,
      signal: ending,
    },
  );
  return stdout;
}

/** A row of a printed table: text by heading. */
export type ScorerRow = Record<string, string>;

function cellsOf(line: string): string[] {
  return line
    .split('│')
    .slice(1, -1)
    .map((cell) =>
      cell
        .trim()
        .replace(/^'(.*)'$/, '$1')
        .trim(),
    );
}

/** The rows of every `console.table` in a text, in order. */
export function readTables(output: string): ScorerRow[] {
  const rows: ScorerRow[] = [];
  let headings: string[] = [];
  for (const line of output.split('\n').filter((candidate) => candidate.startsWith('│'))) {
    const cells = cellsOf(line);
    if (cells[0] === '(index)') headings = cells;
    else rows.push(Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? ''])));
  }
  return rows;
}

/** The number under a heading of the first row that has these values. Throws where there is none. */
export function figureOf(rows: readonly ScorerRow[], where: ScorerRow, heading: string): number {
  const row = rows.find((candidate) =>
    Object.entries(where).every(([name, value]) => candidate[name] === value && heading in candidate),
  );
  const figure = Number(row?.[heading] ?? Number.NaN);
  if (Number.isNaN(figure)) throw new Error(`the scorer printed no ${heading} for ${JSON.stringify(where)}`);
  return figure;
}
