'use client';

/** Every chart: its finding above, the drawing, a caption, a table of the figures, and both as downloads. */
import { type ReactNode, useRef } from 'react';
import { Learned } from '../ui/text/learned-text.tsx';
import { ChartDownloads, type ChartTable } from './chart-downloads.tsx';

interface ChartFrameProps {
  /** What a file of it is called, without its extension. */
  name: string;
  /** The finding, as a sentence: what one should have seen. */
  finding: ReactNode;
  /** Axes with their units, the interval's level, what the lines are. */
  caption: ReactNode;
  /** The same figures as text. */
  table: ChartTable;
  children: ReactNode;
}

/** A figure stays with its sign. */
const unbroken = (cell: string | number): string => String(cell).replaceAll(' %', '\u00a0%');

export function ChartFrame({ name, finding, caption, table, children }: ChartFrameProps) {
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} className="flex min-w-0 flex-col gap-3">
      <p className="max-w-[75ch] font-medium">
        <Learned>{finding}</Learned>
      </p>
      {children}
      <figcaption className="text-caption text-quiet">{caption}</figcaption>
      <div className="relative" data-part="figures">
        <ChartDownloads name={name} table={table} figure={figure} />
        {/* It scrolls as a whole, below its summary, from where the arrow keys move it. */}
        <details className="max-h-96 overflow-auto text-table">
          <summary className="sticky top-0 z-10 rounded-sm bg-surface py-1 text-caption text-quiet -outline-offset-2 hover:text-ink">
            Show as a table
          </summary>
          <div className="pt-1">
            <table className="w-full border-collapse">
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      className="sticky top-6 h-8 border-line border-b bg-surface px-2 text-left max-sm:px-1 font-medium text-caption text-quiet"
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row) => (
                  <tr key={row.join('|')} className="border-line border-b last:border-b-0">
                    {row.map((cell, index) => (
                      <td key={table.columns[index]} className="h-8 px-2 max-sm:px-1 tabular-nums">
                        <Learned>{unbroken(cell)}</Learned>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
    </figure>
  );
}
