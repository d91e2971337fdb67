/**
 * The client that stores query with: bound to one tenant, so that no query can forget it or name another one.
 * Only what works for all tenants at once uses `clientOf` (`tenancy.test.ts` lists who may).
 */
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import type { RowsInsert } from './clients/rows-insert.ts';
import { type Client, clientOf, Prisma, type Tx } from './prisma.ts';

export { RowsInsert } from './clients/rows-insert.ts';
export { inPieces, Prisma, sortKey, type Tx } from './prisma.ts';

type Operation = keyof typeof OPERATIONS;
type Models = Prisma.TypeMap['model'];

/** The models whose rows belong to a tenant. */
export type TenantModel = {
  [M in Prisma.ModelName]: 'tenant' extends keyof Models[M]['payload']['scalars'] ? Uncapitalize<M> : never;
}[Prisma.ModelName];

type Args<M extends TenantModel, O extends Operation> = Prisma.Args<Client[M], O>;

/** Distributes over a union, unlike `Omit`. */
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** A condition that does not name the tenant, at any depth. */
type UnboundWhere<W> = Without<W, 'tenant' | 'AND' | 'OR' | 'NOT'> & {
  tenant?: never;
  AND?: UnboundWhere<W> | UnboundWhere<W>[];
  OR?: UnboundWhere<W>[];
  NOT?: UnboundWhere<W> | UnboundWhere<W>[];
};

/** A condition on the rows of a tenant. */
export type TenantWhere<M extends TenantModel> = UnboundWhere<NonNullable<Args<M, 'findMany'>['where']>>;

type NewRow<M extends TenantModel> = Without<
  Exclude<Args<M, 'createMany'>['data'], readonly unknown[]>,
  'tenant'
> & { tenant?: never };

type Changes<M extends TenantModel> = Without<Args<M, 'updateMany'>['data'], 'tenant'> & { tenant?: never };

type ReadArgs<M extends TenantModel, O extends Operation> = Omit<Args<M, O>, 'where' | 'cursor'> & {
  where?: TenantWhere<M>;
};

type CreateArgs<M extends TenantModel> = Pick<Args<M, 'create'>, 'select' | 'omit'> & { data: NewRow<M> };

type UpdateArgs<M extends TenantModel> = Pick<Args<M, 'updateManyAndReturn'>, 'select' | 'omit'> & {
  where?: TenantWhere<M>;
  data: Changes<M>;
};

type Read<M extends TenantModel, O extends Operation> = <T extends ReadArgs<M, O>>(
  args: Prisma.SelectSubset<T, ReadArgs<M, O>>,
) => Promise<Prisma.Result<Client[M], T, O>>;

/** A model's queries, as Prisma has them, on one tenant's rows. */
interface TenantQueries<M extends TenantModel> {
  findMany: Read<M, 'findMany'>;
  findFirst: Read<M, 'findFirst'>;
  findFirstOrThrow: Read<M, 'findFirstOrThrow'>;
  groupBy: Read<M, 'groupBy'>;
  aggregate: Read<M, 'aggregate'>;
  count(args: { where?: TenantWhere<M>; take?: number }): Promise<number>;
  create<T extends CreateArgs<M>>(
    args: Prisma.SelectSubset<T, CreateArgs<M>>,
  ): Promise<Prisma.Result<Client[M], T, 'create'>>;
  createMany(args: { data: readonly NewRow<M>[] }): Promise<Prisma.BatchPayload>;
  updateMany(args: { where?: TenantWhere<M>; data: Changes<M> }): Promise<Prisma.BatchPayload>;
  updateManyAndReturn<T extends UpdateArgs<M>>(
    args: Prisma.SelectSubset<T, UpdateArgs<M>>,
  ): Promise<Prisma.Result<Client[M], T, 'updateManyAndReturn'>>;
  deleteMany(args: { where?: TenantWhere<M> }): Promise<Prisma.BatchPayload>;
}

/** Raw statements: the tenant is among their values, or they are not run. Which tables it limits is tested. */
type RawStatements = Pick<Client, '$queryRaw' | '$executeRaw'>;

interface RowStatements {
  /** Adds rows of the tenant; answers with how many were added or changed. */
  insertRows(insert: RowsInsert, rows: readonly (readonly unknown[])[]): Promise<number>;
  /** As `insertRows`, for an insert that returns something of each row. */
  insertReturning<Row>(insert: RowsInsert, rows: readonly (readonly unknown[])[]): Promise<Row[]>;
}

export type TenantClient = { readonly [M in TenantModel]: TenantQueries<M> } & RawStatements & RowStatements;

interface Query {
  where?: object;
  data?: object | readonly object[];
}

/** The tenant comes first, as in every key, and overrides one that the condition names. */
const onOwnRows = (tenant: string, query: Query) => ({
  ...query,
  where: Object.assign({ tenant }, query.where, { tenant }),
});

const withOwnRows = (tenant: string, query: Query) => ({
  ...query,
  data: Array.isArray(query.data)
    ? query.data.map((row: object) => ({ ...row, tenant }))
    : { ...query.data, tenant },
});

/** A row stays its tenant's. */
const changingOwnRows = (tenant: string, query: Query) => ({
  ...onOwnRows(tenant, query),
  data: { ...query.data, tenant: undefined },
});

/**
 * What stores may do, each with what makes it a tenant's. No `findUnique`: Prisma folds those of all callers of a tick
 * into one query, and a flood of them would exceed the number of parameters that SQLite allows.
 */
const OPERATIONS = {
  findMany: onOwnRows,
  findFirst: onOwnRows,
  findFirstOrThrow: onOwnRows,
  groupBy: onOwnRows,
  aggregate: onOwnRows,
  count: onOwnRows,
  deleteMany: onOwnRows,
  create: withOwnRows,
  createMany: withOwnRows,
  updateMany: changingOwnRows,
  updateManyAndReturn: changingOwnRows,
} as const;

type Delegate = Record<Operation, (query: object) => unknown>;

/** The queries of one model. Its methods stand on the prototype, added below: a client is bound for every call. */
class Queries {
  readonly model: Delegate;
  readonly tenant: string;

  constructor(model: Delegate, tenant: string) {
    this.model = model;
    this.tenant = tenant;
  }
}

for (const [operation, bind] of Object.entries(OPERATIONS)) {
  Object.defineProperty(Queries.prototype, operation, {
    value(this: Queries, query: Query) {
      return this.model[operation as Operation](bind(this.tenant, query));
    },
  });
}

class BoundClient {
  readonly client: Client;
  readonly tenant: string;

  constructor(client: Client, tenant: string) {
    this.client = client;
    this.tenant = tenant;
  }

  $queryRaw(strings: TemplateStringsArray, ...values: unknown[]) {
    return this.client.$queryRaw(checkedStatement(this.tenant, strings, values));
  }

  $executeRaw(strings: TemplateStringsArray, ...values: unknown[]) {
    return this.client.$executeRaw(checkedStatement(this.tenant, strings, values));
  }

  insertRows(insert: RowsInsert, rows: readonly (readonly unknown[])[]) {
    return this.client.$executeRaw(insert.of(this.tenant, rows));
  }

  insertReturning(insert: RowsInsert, rows: readonly (readonly unknown[])[]) {
    return this.client.$queryRaw(insert.of(this.tenant, rows));
  }
}

function checkedStatement(tenant: string, strings: TemplateStringsArray, values: unknown[]): Prisma.Sql {
  const statement = Prisma.sql(strings, ...values);
  if (!statement.values.includes(tenant)) throw new Error('a statement without its tenant is not run');
  return statement;
}

export const TENANT_MODELS = Object.values(Prisma.ModelName)
  .filter((name) => 'tenant' in Prisma[`${name}ScalarFieldEnum`])
  .map((name) => (name.charAt(0).toLowerCase() + name.slice(1)) as TenantModel);

for (const model of TENANT_MODELS) {
  Object.defineProperty(BoundClient.prototype, model, {
    get(this: BoundClient) {
      return new Queries(this.client[model] as unknown as Delegate, this.tenant);
    },
  });
}

/** The client behind `tx` for the rows of one tenant. */
export function tenantClient(tx: Tx, tenant: string): TenantClient {
  // The loops above add what the type says.
  return new BoundClient(clientOf(tx), tenant) as unknown as TenantClient;
}

/** How many rows there are of each kind, none counted beyond `COUNT_LIMIT`; `rowsOf` selects the rows of one kind. */
export async function countEach(
  client: TenantClient,
  kinds: readonly string[],
  rowsOf: (kind: string) => Prisma.Sql,
): Promise<Record<string, number>> {
  const counts = kinds.map(
    (kind) =>
      Prisma.sql`SELECT ${kind} AS kind, COUNT(*) AS n FROM (${rowsOf(kind)} LIMIT ${COUNT_LIMIT}) AS counted`,
  );
  const rows = await client.$queryRaw<{ kind: string; n: unknown }[]>`${Prisma.join(counts, ' UNION ALL ')}`;
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]).filter(([, n]) => n !== 0));
}
