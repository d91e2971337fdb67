/** The figures of all parts beside their targets, as the table a person reads first. */
import type { Figure } from './section.ts';
import { textTable } from './text-table.ts';

/** A figure with the part it comes from. */
export interface SummaryRow extends Figure {
  section: string;
}

function shown(value: number, unit: Figure['unit']): string {
  switch (unit) {
    case 'share':
      return value.toFixed(3);
    case 'count':
      return value.toFixed(0);
    case 'factor':
      return `${value.toFixed(1)} ×`;
    case 'ms':
      return `${value.toFixed(0)} ms`;
  }
}

/** Whether the figure reaches its target; null without one. */
export function isMet({ measured, target }: Figure): boolean | null {
  if (target === undefined) return null;
  return target.at === 'least' ? measured >= target.value : measured <= target.value;
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  if (met === null) return '–';
  return met ? 'met' : 'NOT MET';
}

/** One line a figure. */
export function summaryTable(rows: readonly SummaryRow[]): string {
  return textTable(
    ['part', 'figure', 'measured', 'BM25', 'target', ''],
    rows.map((row) => {
      const { section, what, measured, target, bm25, unit } = row;
      const sign = target?.at === 'least' ? '≥' : '≤';
      return [
        section,
        what,
        shown(measured, unit),
        bm25 === undefined ? '–' : shown(bm25, unit),
        target === undefined ? '–' : `${sign} ${shown(target.value, unit)}`,
        verdict(row),
      ];
    }),
  );
}
