/** What a client that is bound to a tenant can see and change: of two tenants with the same rows, its own only. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COUNT_LIMIT } from '../../domain/admin/bounded-count.ts';
import { describeSchema } from '../../testing/database/described-schema.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { projectRoot } from '../shared.ts';
import { clientOf, Prisma, type Tx } from './prisma.ts';
import { countEach, TENANT_MODELS, type TenantModel, tenantClient } from './tenant-client.ts';

const SCHEMA = describeSchema(readFileSync(`${projectRoot()}/prisma/schema.prisma`, 'utf8'), 'postgresql');
const AT = new Date('2026-03-01T12:00:00.000Z');
/** The same for both tenants, and for every id, so that each row finds its parents. */
const SAME = 'same';

type Row = Record<string, unknown>;
/** The queries of any model; a condition may name a tenant here, as code without types could. */
interface AnyQueries {
  findMany(args: object): Promise<Row[]>;
  findFirst(args: object): Promise<Row | null>;
  findFirstOrThrow(args: object): Promise<Row>;
  count(args: object): Promise<number>;
  groupBy(args: object): Promise<Row[]>;
  aggregate(args: object): Promise<{ _count: number }>;
  create(args: object): Promise<Row>;
  createMany(args: object): Promise<{ count: number }>;
  updateMany(args: object): Promise<{ count: number }>;
  updateManyAndReturn(args: object): Promise<Row[]>;
  deleteMany(args: object): Promise<{ count: number }>;
}

const tableOf = (model: TenantModel) => model.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function sampleValue(column: string, type: string, tenant: string): unknown {
  if (column === 'tenant' || column === 'hash') return tenant;
  if (type.startsWith('text')) return SAME;
  if (/^(integer|bigint)/.test(type)) return 1;
  if (type.startsWith('double')) return 0.5;
  if (type.startsWith('boolean')) return true;
  return type.startsWith('bytea') ? Buffer.from([1]) : AT;
}

/** One row of every table, parents first: the order of the schema. */
async function addRows(tx: Tx, tenant: string): Promise<void> {
  for (const model of TENANT_MODELS) {
    const columns = Object.entries(SCHEMA[tableOf(model)]?.columns ?? {});
    const names = Prisma.raw(columns.map(([name]) => `"${name}"`).join(', '));
    const values = columns.map(([name, type]) => sampleValue(name, type, tenant));
    await clientOf(tx).$executeRaw`
      INSERT INTO ${Prisma.raw(tableOf(model))} (${names}) VALUES (${Prisma.join(values)})`;
  }
}

const unbound = (tx: Tx, model: TenantModel) => clientOf(tx)[model] as unknown as AnyQueries;
const bound = (tx: Tx, tenant: string, model: TenantModel) =>
  tenantClient(tx, tenant)[model] as unknown as AnyQueries;

it('knows every table that has a tenant', () => {
  const owned = Object.entries(SCHEMA).filter(([, { columns }]) => 'tenant' in columns);
  expect(TENANT_MODELS.map(tableOf).sort()).toEqual(owned.map(([table]) => table).sort());
  expect(TENANT_MODELS.length).toBeGreaterThan(20);
});

describeOnOne('a client bound to a tenant', (runtime) => {
  async function twins() {
    const { tenant } = freshPrincipal();
    const { tenant: other } = freshPrincipal();
    const { db } = runtime();
    await db.write(async (tx) => {
      await addRows(tx, tenant);
      await addRows(tx, other);
    });
    return { db, tenant, other };
  }

  it.each(TENANT_MODELS)('reads no other tenant’s %s', async (model) => {
    const { db, tenant, other } = await twins();
    const queries = bound(db.read, tenant, model);
    // Whatever else a condition says, and also where it names the other tenant.
    const conditions = [{}, { OR: [{ tenant: other }, { NOT: { tenant: other } }] }, { tenant: other }];
    for (const where of conditions) {
      expect((await queries.findMany({ where })).map((row) => row.tenant)).toEqual([tenant]);
      expect((await queries.findFirst({ where }))?.tenant).toBe(tenant);
      expect((await queries.findFirstOrThrow({ where })).tenant).toBe(tenant);
      expect(await queries.count({ where })).toBe(1);
      expect(await queries.groupBy({ where, by: ['tenant'] })).toEqual([{ tenant }]);
      expect((await queries.aggregate({ where, _count: true }))._count).toBe(1);
    }
    const where = { AND: [{ tenant: other }] };
    expect(await queries.findMany({ where })).toEqual([]);
    expect(await queries.findMany({})).toHaveLength(1);
  });

  it.each(TENANT_MODELS)('changes and removes no other tenant’s %s', async (model) => {
    const { db, tenant, other } = await twins();
    const rowsOf = (owner: string) => unbound(db.read, model).findMany({ where: { tenant: owner } });
    const [theirs, [own]] = [await rowsOf(other), await rowsOf(tenant)];
    await db.write(async (tx) => {
      const queries = bound(tx, tenant, model);
      const moving = { where: { tenant: other }, data: { ...own, tenant: other } };
      expect((await queries.updateMany(moving)).count).toBe(1);
      expect((await queries.updateManyAndReturn(moving)).map((row) => row.tenant)).toEqual([tenant]);
      expect((await queries.deleteMany({ where: { tenant: other } })).count).toBe(1);
      expect(await queries.findMany({})).toEqual([]);
    });
    expect(await rowsOf(tenant)).toEqual([]);
    expect(await rowsOf(other)).toEqual(theirs);
    // Children went with their parents; what is added again lacks none, as no parent is looked for in the other tenant.
    await db.write(async (tx) => {
      const queries = bound(tx, tenant, model);
      expect((await queries.create({ data: { ...own, tenant: other } })).tenant).toBe(tenant);
      await queries.deleteMany({});
      expect((await queries.createMany({ data: [{ ...own, tenant: other }] })).count).toBe(1);
    });
    expect(await rowsOf(tenant)).toEqual([own]);
    expect(await rowsOf(other)).toEqual(theirs);
  });

  it('runs no raw statement without its tenant among the values', async () => {
    const { db, tenant, other } = await twins();
    const client = tenantClient(db.read, tenant);
    expect(await client.$queryRaw`SELECT id FROM skill WHERE tenant = ${tenant}`).toEqual([{ id: SAME }]);
    expect(() => client.$queryRaw`SELECT id FROM skill WHERE tenant = ${other}`).toThrow(
      'without its tenant',
    );
    expect(() => client.$executeRaw`DELETE FROM skill`).toThrow('without its tenant');
  });

  it('does not take a condition or a row that names a tenant', () => {
    const { skill, feedback } = tenantClient(runtime().db.read, freshPrincipal().tenant);
    const named = { tenant: 'other' };
    // Never run: what is tested is that none of them compiles.
    const refused = () => [
      // @ts-expect-error a condition
      skill.findMany({ where: { tenant: 'other' } }),
      // @ts-expect-error a condition that was made before
      skill.findFirst({ where: named }),
      // @ts-expect-error one inside another
      skill.count({ where: { OR: [{ id: 'id' }, { AND: { tenant: 'other' } }] } }),
      // @ts-expect-error a change
      skill.updateMany({ where: { id: 'id' }, data: { tenant: 'other' } }),
      // @ts-expect-error a removal
      skill.deleteMany({ where: { NOT: [named] } }),
      // @ts-expect-error rows
      feedback.createMany({ data: [named] }),
      // @ts-expect-error a column that there is not
      skill.findMany({ where: {}, select: { nothing: true } }),
    ];
    expect(refused).toBeTypeOf('function');
  });

  it('counts each kind up to a limit, exactly below it', async () => {
    const { tenant } = freshPrincipal();
    const rowsOf = (kind: string) => Prisma.sql`
      WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${COUNT_LIMIT + 4})
      SELECT 1 FROM many WHERE ${tenant} <> '' AND n <= CASE ${kind} WHEN 'few' THEN 3 WHEN 'none' THEN 0 ELSE n END`;
    const counts = await countEach(tenantClient(runtime().db.read, tenant), ['few', 'none', 'many'], rowsOf);
    expect(counts).toEqual({ few: 3, many: COUNT_LIMIT });
  });
});
