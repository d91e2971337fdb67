/**
 * What prisma/schema.prisma asks of a database, and what a database has, in one form that can be compared.
 */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type Dialect, sqlitePath } from '../../platform/db/migrations/migrations.ts';

/** A table in words: columns by name, the others sorted. */
export interface DescribedTable {
  columns: Record<string, string>;
  primaryKey: string;
  /** Indexes and unique ones, by name. A partial one ends in its condition. */
  indexes: Record<string, string>;
  foreignKeys: string[];
}

export type DescribedSchema = Record<string, DescribedTable>;

const TYPES: Record<Dialect, Record<string, string>> = {
  postgresql: {
    ...{ String: 'text', Int: 'integer', Boolean: 'boolean', Float: 'double precision', Bytes: 'bytea' },
    ...{ DateTime: 'timestamp(3) without time zone', BigInt: 'bigint' },
  },
  sqlite: {
    ...{ String: 'TEXT', Int: 'INTEGER', Boolean: 'BOOLEAN', Float: 'REAL', Bytes: 'BLOB' },
    ...{ DateTime: 'DATETIME', BigInt: 'BIGINT' },
  },
};

function describeColumn(type: string, required: boolean, fallback: string | null): string {
  return `${type}${required ? ' not null' : ''}${fallback === null ? '' : ` default ${fallback}`}`;
}

function describeIndex(isUnique: boolean, columns: readonly string[], condition = ''): string {
  return `${isUnique ? 'unique ' : ''}(${columns.join(', ')})${condition === '' ? '' : ` where ${condition}`}`;
}

interface ForeignKey {
  columns: readonly string[];
  parent: string;
  keys: readonly string[];
  onDelete: string;
  onUpdate: string;
}

function describeForeignKey({ columns, parent, keys, onDelete, onUpdate }: ForeignKey): string {
  const actions = `on delete ${onDelete} on update ${onUpdate}`.toLowerCase();
  return `(${columns.join(', ')}) → ${parent} (${keys.join(', ')}) ${actions}`;
}

/** A model of the schema as it is written. */
interface Model {
  table: string;
  columns: Map<string, string>;
  lines: string[];
}

const MODEL = /^model (\w+) \{\n([\s\S]*?)\n\}/gm;
const FIELD = /^(\w+)\s+(\w+)(\?|\[\])?\s*(.*)$/;

const quoted = (line: string, attribute: string) => line.match(`${attribute}\\("(\\w+)"\\)`)?.[1];
const listed = (line: string, before: string) =>
  line.match(`${before}\\s*\\[([^\\]]*)\\]`)?.[1]?.split(/,\s*/) ?? [];

function readModel(name: string, body: string): Model {
  const lines = body.split('\n').map((line) => line.replace(/\/\/.*$/, '').trim());
  const columns = new Map(
    lines.flatMap((line): [string, string][] => {
      const field = line.startsWith('@@') ? undefined : line.match(FIELD)?.[1];
      return field === undefined ? [] : [[field, quoted(line, '@map') ?? field]];
    }),
  );
  return { table: lines.map((line) => quoted(line, '@@map')).find(Boolean) ?? name, columns, lines };
}

/** What the text of a Prisma schema asks of a database. */
export function describeSchema(text: string, dialect: Dialect): DescribedSchema {
  const models = new Map(
    [...text.matchAll(MODEL)].map(([, name = '', body = '']) => [name, readModel(name, body)]),
  );
  return Object.fromEntries(
    [...models.values()].map((model) => [model.table, describeModel(model, models, dialect)]),
  );
}

const namesOf = ({ columns }: Model, fields: string[]) =>
  fields.map((field) => columns.get(field) ?? `no ${field}`);

function describeModel(model: Model, models: ReadonlyMap<string, Model>, dialect: Dialect): DescribedTable {
  const { table, columns, lines } = model;
  const index = (isUnique: boolean, fields: string[]) => {
    const own = namesOf(model, fields);
    return [`${table}_${own.join('_')}_${isUnique ? 'key' : 'idx'}`, describeIndex(isUnique, own)] as const;
  };
  const blocks = (name: string) => lines.filter((line) => line.startsWith(`@@${name}`));
  const fields = lines.flatMap((line) => {
    const [, name = '', type = '', mark = '', rest = ''] = line.startsWith('@@')
      ? []
      : (line.match(FIELD) ?? []);
    return name === '' ? [] : [{ name, type, mark, rest, column: columns.get(name) ?? name }];
  });
  const scalars = fields.filter(({ type }) => !models.has(type));
  const id = blocks('id').flatMap((line) => listed(line, ''));
  const ownIds = scalars.filter(({ rest }) => /@id\b/.test(rest)).map(({ name }) => name);
  return {
    columns: Object.fromEntries(
      scalars.map(({ type, mark, rest, column }) => {
        const fallback = rest.match(/@default\((.*?)\)/)?.[1] ?? null;
        return [column, describeColumn(TYPES[dialect][type] ?? `no type ${type}`, mark !== '?', fallback)];
      }),
    ),
    primaryKey: namesOf(model, [...id, ...ownIds]).join(', '),
    indexes: Object.fromEntries([
      ...blocks('index').map((line) => index(false, listed(line, ''))),
      ...blocks('unique').map((line) => index(true, listed(line, ''))),
      ...scalars.filter(({ rest }) => /@unique\b/.test(rest)).map(({ name }) => index(true, [name])),
    ]),
    foreignKeys: fields.flatMap((field) => relation(model, models.get(field.type), field)).toSorted(),
  };
}

/** The side of a relation that has the columns. */
function relation(
  model: Model,
  parent: Model | undefined,
  { mark, rest }: { mark: string; rest: string },
): string[] {
  if (parent === undefined || !rest.includes('@relation')) return [];
  const key = {
    columns: namesOf(model, listed(rest, 'fields:')),
    parent: parent.table,
    keys: namesOf(parent, listed(rest, 'references:')),
    onDelete: rest.match(/onDelete: (\w+)/)?.[1] ?? (mark === '?' ? 'set null' : 'restrict'),
    onUpdate: rest.match(/onUpdate: (\w+)/)?.[1] ?? 'cascade',
  };
  return [describeForeignKey(key)];
}

type Row = Record<string, unknown>;
type Query = (sql: string) => Promise<Row[]>;

/** What the database at `url` has. */
export async function describeDatabase(url: string): Promise<DescribedSchema> {
  if (url.startsWith('file:')) {
    const database = new DatabaseSync(sqlitePath(url));
    try {
      return await describeTables((sql) => Promise.resolve(database.prepare(sql).all()), SQLITE);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeTables(async (sql) => (await client.query<Row>(sql)).rows, POSTGRESQL);
  } finally {
    await client.end();
  }
}

/** Queries that answer with the same columns on both; lists of columns are joined by commas. */
interface Catalogue {
  tables: string;
  columns: (table: string) => string;
  indexes: (table: string) => string;
  foreignKeys: (table: string) => string;
}

async function describeTables(query: Query, catalogue: Catalogue): Promise<DescribedSchema> {
  const tables = await query(catalogue.tables);
  const described: DescribedSchema = {};
  for (const { name } of tables) {
    const table = String(name);
    const columns = await query(catalogue.columns(table));
    const indexes = await query(catalogue.indexes(table));
    const foreignKeys = await query(catalogue.foreignKeys(table));
    const primary = indexes.find((row) => Boolean(row['is_primary']));
    described[table] = {
      columns: Object.fromEntries(columns.map((row) => [String(row['name']), columnOf(row)])),
      primaryKey: String(primary?.['columns'] ?? '').replaceAll(',', ', '),
      indexes: Object.fromEntries(
        indexes.filter((row) => row !== primary).map((row) => [String(row['name']), indexOf(row)]),
      ),
      foreignKeys: foreignKeys.map(foreignKeyOf).toSorted(),
    };
  }
  return described;
}

const split = (value: unknown) => String(value).split(',');

function columnOf({ type, required, fallback }: Row): string {
  return describeColumn(String(type), Boolean(required), fallback === null ? null : String(fallback));
}

/** The engines write a condition in their own ways: quotes, brackets and casts make no difference. */
function indexOf({ is_unique, columns, condition }: Row): string {
  const plain = String(condition ?? '').replaceAll(/["()]|::\w+/g, '');
  return describeIndex(Boolean(is_unique), split(columns), plain);
}

function foreignKeyOf({ columns, parent, keys, on_delete, on_update }: Row): string {
  return describeForeignKey({
    columns: split(columns),
    parent: String(parent),
    keys: split(keys),
    onDelete: String(on_delete),
    onUpdate: String(on_update),
  });
}

const SQLITE: Catalogue = {
  tables: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  columns: (table) =>
    `SELECT name, type, "notnull" AS required, dflt_value AS fallback FROM pragma_table_info('${table}')`,
  indexes: (table) => `
    SELECT l.name, l."unique" AS is_unique, l.origin = 'pk' AS is_primary,
      (SELECT group_concat(COALESCE(i.name, 'expression'), ',' ORDER BY i.seqno) FROM pragma_index_info(l.name) i) AS columns,
      CASE WHEN l.partial THEN substr(s.sql, instr(s.sql, ' WHERE ') + 7) END AS condition
    FROM pragma_index_list('${table}') l LEFT JOIN sqlite_schema s ON s.name = l.name`,
  foreignKeys: (table) => `
    SELECT group_concat("from", ',' ORDER BY seq) AS columns, "table" AS parent, group_concat("to", ',' ORDER BY seq) AS keys,
      on_delete, on_update
    FROM pragma_foreign_key_list('${table}') GROUP BY id`,
};

const columnsOf = (relation: string, numbers: string) => `
  (SELECT string_agg(COALESCE(a.attname, 'expression'), ',' ORDER BY n.place)
   FROM unnest(${numbers}) WITH ORDINALITY n(number, place)
   LEFT JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = n.number)`;

const action = (letter: string) =>
  `CASE ${letter} WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' WHEN 'r' THEN 'restrict' ELSE ${letter}::text END`;

const POSTGRESQL: Catalogue = {
  tables: `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  columns: (table) => `
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
      pg_get_expr(d.adbin, d.adrelid) AS fallback
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = 'public.${table}'::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
  indexes: (table) => `
    SELECT i.indexrelid::regclass::text AS name, i.indisunique AS is_unique, i.indisprimary AS is_primary,
      ${columnsOf('i.indrelid', 'i.indkey')} AS columns, pg_get_expr(i.indpred, i.indrelid) AS condition
    FROM pg_index i WHERE i.indrelid = 'public.${table}'::regclass`,
  foreignKeys: (table) => `
    SELECT ${columnsOf('c.conrelid', 'c.conkey')} AS columns, c.confrelid::regclass::text AS parent,
      ${columnsOf('c.confrelid', 'c.confkey')} AS keys, ${action('c.confdeltype')} AS on_delete,
      ${action('c.confupdtype')} AS on_update
    FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = 'public.${table}'::regclass`,
};
