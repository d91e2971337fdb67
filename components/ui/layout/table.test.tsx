import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Column, Numeral, Table } from './table.tsx';

interface Row {
  id: string;
  uses: number;
}

const OFF_CARDS = 'max-md:hidden';

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

  it('links the first column only, and only where rows lead somewhere', () => {
    expect(draw()).not.toContain('<a ');
    const links = draw({ rowHref: ({ id }) => `/skills/${id}` }).match(/<a [^>]*href="[^"]*"/g) ?? [];
    expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual(['/skills/b', '/skills/a']);
  });

  it('marks the selected row', () => {
    expect(draw()).not.toContain('aria-selected');
    expect(draw({ selectedKey: 'a' }).match(/aria-selected="true"/g)).toHaveLength(1);
  });

  it('says on a narrow screen what a value is where the value does not tell', () => {
    const words = draw().match(/<span aria-hidden="true"[^>]*>\w+<\/span>/g) ?? [];
    expect(words).toHaveLength(ROWS.length);
    for (const word of words) expect(word).toContain('>used<');
    expect(draw()).not.toContain(OFF_CARDS);
  });

  it('leaves out of a narrow screen’s card what has nothing to tell', () => {
    const columns = [
      { key: 'uses', header: 'Uses', cell: ({ uses }: Row) => uses, tells: ({ uses }: Row) => uses > 1 },
    ];
    const cells = renderToStaticMarkup(
      <Table caption="Skills" columns={columns} rows={ROWS} rowKey={({ id }) => id} />,
    ).match(/<td class="[^"]*"/g);
    expect(cells?.map((cell) => cell.includes(OFF_CARDS))).toEqual([false, true]);
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

  it('keeps the whole number on hover where it is shortened', () => {
    expect(renderToStaticMarkup(<Numeral value={1234567} as="short" />)).toContain('title="1,234,567"');
  });
});
