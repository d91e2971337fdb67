'use client';

/**
 * A table that becomes one card of two or three lines per row below 768 px: the first column, then the others beside
 * each other. Numbers stand right, text left, the row's actions last. The row's link lies over the whole row while the cells keep their own
 * controls.
 */
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Learned } from '../text/learned-text.tsx';
import { Link } from '../text/link.tsx';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers right-aligned and tabular; `actions` without a label, at the end. */
  kind?: 'text' | 'number' | 'actions';
  /** Whether the rows are sorted by it; its header then says how to change that. */
  sorted?: 'ascending' | 'descending' | undefined;
  className?: string;
  /** In a card: the word before the value, where the value does not tell what it is. */
  word?: string;
  /** In a card: whether the cell has something to tell; without it every one has. */
  tells?: (row: Row) => boolean;
}

interface TableProps<Row> {
  /** Says to screen readers what the rows are. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where the first column leads. */
  rowHref?: (row: Row) => string;
  selectedKey?: string | null;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selectedKey } = props;
  return (
    <table className="w-full border-collapse text-table max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sorted}
              className={cn(
                'h-8 whitespace-nowrap border-line border-b px-3 text-left first:pl-4 last:pr-4 font-medium text-caption text-quiet',
                column.kind !== undefined && column.kind !== 'text' && 'text-right',
                column.className,
              )}
            >
              {column.kind === 'actions' ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={rowKey(row)}
            row={row}
            columns={columns}
            href={rowHref?.(row)}
            selected={selectedKey === rowKey(row)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  selected: boolean;
}

/** A heading with what is known of it in a line or two. */
const CARD = {
  row: 'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-0.5',
  cell: 'max-md:flex max-md:items-baseline max-md:gap-1 max-md:py-0 max-md:text-caption max-md:text-quiet max-md:first:w-full max-md:first:text-ink max-md:first:text-table',
};

function TableRow<Row>({ row, columns, href, selected }: RowProps<Row>) {
  return (
    <tr
      aria-selected={selected || undefined}
      className={cn(
        'relative border-line border-b last:border-b-0 hover:bg-sunken/70 max-md:px-4 max-md:py-2.5',
        CARD.row,
        selected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cn(
            'h-(--row) px-3 py-1 align-middle md:first:pl-4 md:last:pr-4 max-md:h-auto max-md:px-0',
            CARD.cell,
            column.tells?.(row) === false && 'max-md:hidden',
            column.kind === 'number' && 'text-right tabular-nums',
            column.kind === 'actions' && 'relative text-right max-md:ml-auto max-md:justify-end',
            column.className,
          )}
        >
          <CardWord column={column} />
          {index === 0 && href !== undefined ? (
            <Link
              href={href}
              className="font-medium text-ink after:absolute after:inset-0 hover:text-accent-strong"
            >
              <Learned>{column.cell(row)}</Learned>
            </Link>
          ) : (
            <Learned>{column.cell(row)}</Learned>
          )}
        </td>
      ))}
    </tr>
  );
}

function CardWord<Row>({ column: { word } }: { column: Column<Row> }) {
  if (word === undefined) return null;
  return (
    <span aria-hidden="true" className="shrink-0 text-caption text-quiet md:hidden">
      {word}
    </span>
  );
}

/** A figure in tabular numerals. */
const plain = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface NumeralProps {
  value: number;
  /** `short` for large counts (in full on hover), `percent` of a share 0–1, `score` 0–1 with two decimals. */
  as?: 'count' | 'short' | 'percent' | 'score';
}

function write(value: number, as: NumeralProps['as']): string {
  if (as === 'percent') return `${(value * 100).toFixed(0)} %`;
  if (as === 'score') return value.toFixed(2);
  return as === 'short' ? short.format(value) : plain.format(value);
}

export function Numeral({ value, as = 'count' }: NumeralProps) {
  return (
    <span className="tabular-nums" {...(as === 'short' ? { title: plain.format(value) } : {})}>
      {write(value, as)}
    </span>
  );
}
