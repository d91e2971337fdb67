/**
 * An INSERT of any number of a tenant's rows. Its text is put together once for each number of rows: for a wide row that
 * takes as long as the insert itself.
 */
import { Prisma } from '../prisma.ts';

/** The text of more rows is not kept. */
const MAX_KEPT_ROWS = 64;

interface Text {
  /** What stands between the values. */
  strings: readonly string[];
  sql: string;
  text: string;
}

/** Says what its text is without putting it together. */
class KeptStatement extends Prisma.Sql {
  readonly kept: Text;

  constructor(kept: Text, values: readonly unknown[]) {
    super(kept.strings, values);
    this.kept = kept;
  }

  override get sql(): string {
    return this.kept.sql;
  }

  override get text(): string {
    return this.kept.text;
  }
}

export class RowsInsert {
  readonly #head: string;
  readonly #width: number;
  readonly #tail: string;
  readonly #texts = new Map<number, Text>();

  /** `columns` are those beside the tenant, which is the first of every row; `after` follows the rows. */
  constructor(table: string, columns: readonly string[], after: string) {
    this.#head = `INSERT INTO ${table} (${['tenant', ...columns].join(', ')}) VALUES `;
    this.#width = columns.length + 1;
    this.#tail = ` ${after}`;
  }

  /** The statement for rows of the tenant, each with the values of the columns in their order. */
  of(tenant: string, rows: readonly (readonly unknown[])[]): Prisma.Sql {
    return new KeptStatement(
      this.#textOf(rows.length),
      rows.flatMap((row) => [tenant, ...row]),
    );
  }

  #textOf(rows: number): Text {
    const known = this.#texts.get(rows);
    if (known !== undefined) return known;
    const row = Prisma.join(Array<null>(this.#width).fill(null), ', ', '(', ')');
    const { strings, sql, text } = Prisma.join(
      Array<Prisma.Sql>(rows).fill(row),
      ', ',
      this.#head,
      this.#tail,
    );
    const made = { strings, sql, text };
    if (rows <= MAX_KEPT_ROWS) this.#texts.set(rows, made);
    return made;
  }
}
