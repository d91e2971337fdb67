import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Column, Numeral, Table } from './table.tsx';

interface Row {
  id: string;
  uses: number;
}

const _OFF_CARDS = 'max-md:hidden';

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ id }) => `skill ${id}` },
  { key: 'uses', header: 'Uses', word: 'used', kind: 'number', cell: ({ uses }) => uses },
  { key: 'act', header: 'Actions', kind: 'actions', cell: () => <button type="button">Pin</button> },
];
const ROWS = [
  { id: 'b', uses: 2 },
  { id: 'a', uses: 1 },
];

const draw = (more: { rowHref?: (row: Row) => string; selectedKey?: string } = {}) =>
  renderToStaticMarkup(
    <Table caption="Skills" columns={COLUMNS} rows={ROWS} rowKey={({ id }) => id} {...more} />,
  );

describe('a table', () => {
  it('has a caption, a header for each column, and its rows in the order in which they came', () => {
    const markup = draw();
    expect(markup).toContain('<caption class="sr-only">Skills</caption>');
    expect(markup.match(/<th scope="col"/g)).toHaveLength(COLUMNS.length);
    expect(markup.indexOf('skill b')).toBeLessThan(markup.indexOf('skill a'));
  });
});

describe('a figure', () => {
  it.each([
    ['count', 1234567, '1,234,567'],
    ['short', 1234567, '1.2M'],
    ['percent', 0.256, '26 %'],
    ['score', 0.256, '0.26'],
  ] as const)('is written as %s', (as, value, text) => {
    expect(renderToStaticMarkup(<Numeral value={value} as={as} />)).toContain(`>${text}</span>`);
  });
});
