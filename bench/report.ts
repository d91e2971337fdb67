/** The bench's figures as text for a person. */
import type { Ratio, Row, Spread } from './summary.ts';

function shown({ median, low, high }: Spread, digits: number): string {
  return `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
}

const HEADINGS = ['scenario', 'c', 'per second', 'p50 ms', 'p99 ms', 'CPU µs/request', 'RSS MB'];

function cells(row: Row): string[] {
  return [
    row.scenario,
    String(row.connections),
    shown(row.perSecond, 0),
    shown(row.p50, 2),
    shown(row.p99, 2),
    shown(row.cpu, 0),
    row.residentMegabytes.toFixed(0),
  ];
}

/** A table of rows, columns aligned. */
export function table(rows: Row[]): string {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The ratios beside their aims. */
export function ratioLines(ratios: Ratio[]): string {
  return ratios
    .map(
      ({ what, measured, aim }) =>
        `${measured.toFixed(2)}× (aim ${aim}×)  ${what}${measured > aim ? '  ← above' : ''}`,
    )
    .join('\n');
}
