'use client';

/** Takes a chart away: as a picture with its finding and its caption, or its figures as CSV. */
import { type RefObject, useState } from 'react';
import { csvLine } from '../../server/domain/admin/csv.ts';
import { Button } from '../ui/forms/button.tsx';
import { saveAddress, saveFile } from '../ui/save-file.ts';

export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface ChartDownloadsProps {
  name: string;
  table: ChartTable;
  figure: RefObject<HTMLElement | null>;
}

// The pages' minus sign would be text to a spreadsheet.
const plain = (cell: string | number) => String(cell).replaceAll('−', '-').replaceAll('\u00a0', ' ');

/** What shapes have from their classes, which a picture does not know. */
const PAINT = [
  'overflow',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'font-size',
  'font-family',
];

/** Gives each shape its paint as attributes; the result takes them away again. */
function paintShapes(figure: HTMLElement): () => void {
  const painted = [...figure.querySelectorAll('svg *')].map((shape) => {
    const style = getComputedStyle(shape);
    return PAINT.map((name) => ({
      shape,
      name,
      before: shape.getAttribute(name),
      paint: style.getPropertyValue(name),
    }));
  });
  for (const { shape, name, paint } of painted.flat()) shape.setAttribute(name, paint);
  return () => {
    for (const { shape, name, before } of painted.flat()) {
      if (before === null) shape.removeAttribute(name);
      else shape.setAttribute(name, before);
    }
  };
}

const MARGIN = 16;

async function savePicture(figure: HTMLElement, name: string): Promise<void> {
  const { toPng } = await import('html-to-image');
  const undo = paintShapes(figure);
  try {
    const picture = await toPng(figure, {
      pixelRatio: 2,
      backgroundColor: getComputedStyle(figure).getPropertyValue('--surface'),
      width: figure.offsetWidth + 2 * MARGIN,
      height: figure.offsetHeight + MARGIN,
      style: { padding: `${MARGIN}px` },
      // The library would read fonts by way of a base address, which the page's policy forbids.
      skipFonts: true,
      filter: (node) => node.dataset?.['part'] !== 'figures',
    });
    saveAddress(picture, `${name}.png`);
  } finally {
    undo();
  }
}

export function ChartDownloads({ name, table, figure }: ChartDownloadsProps) {
  const [failed, setFailed] = useState(false);
  const asPicture = async () => {
    setFailed(false);
    await savePicture(figure.current ?? document.body, name).catch(() => setFailed(true));
  };
  const asCsv = () => {
    const lines = [table.columns, ...table.rows].map((row) => csvLine(row.map(plain)));
    saveFile(new Blob(lines, { type: 'text/csv' }), `${name}.csv`);
  };
  return (
    <div className="absolute top-0 right-0 z-20 flex items-center">
      <Button variant="quiet" size="small" aria-label="Download the chart as PNG" onClick={asPicture}>
        PNG
      </Button>
      <Button variant="quiet" size="small" aria-label="Download the figures as CSV" onClick={asCsv}>
        CSV
      </Button>
      {failed ? (
        <p role="alert" className="text-caption text-danger">
          The picture could not be made
        </p>
      ) : null}
    </div>
  );
}
