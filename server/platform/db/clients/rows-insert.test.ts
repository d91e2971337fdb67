import { expect, it } from 'vitest';
import { Prisma } from '../prisma.ts';
import { RowsInsert } from './rows-insert.ts';

const insert = new RowsInsert('skill', ['id', 'name'], 'ON CONFLICT DO NOTHING');

it.each([1, 2, 3, 64, 65, 200])('says what a statement that is put together says, for %i rows', (count) => {
  const rows = Array.from({ length: count }, (_, at) => [`sk_${at}`, `name-${at}`]);
  const values = rows.map(([id, name]) => Prisma.sql`(${'acme'}, ${id}, ${name})`);
  const plain = Prisma.sql`INSERT INTO skill (tenant, id, name) VALUES ${Prisma.join(values, ', ')} ON CONFLICT DO NOTHING`;
  for (const statement of [insert.of('acme', rows), insert.of('acme', rows)]) {
    const { sql, text } = statement;
    expect({ sql, text, values: statement.values }).toEqual({
      ...{ sql: plain.sql, text: plain.text },
      values: plain.values,
    });
  }
});

it('refuses a row with another number of values than columns', () => {
  expect(() => insert.of('acme', [['sk_1']])).toThrow(TypeError);
});
