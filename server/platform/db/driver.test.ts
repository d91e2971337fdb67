import { expect, it } from 'vitest';
import { describeOnBoth, freshPrincipal } from '../../testing/test-runtime.ts';
import { clientOf, type Tx } from './prisma.ts';

describeOnBoth('raw statements', (runtime) => {
  const put = (tx: Tx, key: string, value: string) =>
    clientOf(tx).$executeRaw`INSERT INTO service_state (key, value) VALUES (${key}, ${value})`;
  const get = async (tx: Tx, key: string) => {
    const rows = await clientOf(tx).$queryRaw<{ value: string }[]>`
      SELECT value FROM service_state WHERE key = ${key}`;
    return rows.map(({ value }) => value);
  };

  it('see what the client wrote in their transaction, and it sees what they wrote', async () => {
    const { db } = runtime();
    const seen = await db.write(async (tx) => {
      await clientOf(tx).serviceState.create({ data: { key: 'by-client', value: 'a' } });
      await put(tx, 'by-driver', 'b');
      const row = await clientOf(tx).serviceState.findFirst({ where: { key: 'by-driver' } });
      return [await get(tx, 'by-client'), row?.value];
    });
    expect(seen).toEqual([['a'], 'b']);
  });

  it('go on beside a query of the client that takes several statements, which are one transaction', async () => {
    const { db } = runtime();
    const keys = Array.from({ length: 3000 }, (_, at) => `many-${at}`);
    const { serviceState } = clientOf(db.read);
    await serviceState.createMany({ data: keys.map((key) => ({ key, value: '' })) });
    const twice = [...keys.slice(0, 2000).map((key) => `new-${key}`), 'many-7'];
    const failing = serviceState.createMany({ data: twice.map((key) => ({ key, value: '' })) });
    await expect(failing).rejects.toMatchObject({ code: 'P2002' });
    expect(await serviceState.count({ where: { key: { startsWith: 'new-' } } })).toBe(0);
    const { count } = await serviceState.deleteMany({ where: { key: { in: keys } } });
    expect(count).toBe(keys.length);
    await put(db.read, 'after-many', 'x');
    expect(await get(db.read, 'after-many')).toEqual(['x']);
  });

  it('are rolled back with their transaction', async () => {
    const { db } = runtime();
    const failing = db.write(async (tx) => {
      await put(tx, 'rolled-back', 'x');
      throw new Error('later error');
    });
    await expect(failing).rejects.toThrow('later error');
    expect(await get(db.read, 'rolled-back')).toEqual([]);
  });

  it('are refused when their transaction has ended', async () => {
    const { db } = runtime();
    let kept: Tx | null = null;
    await db.write(async (tx) => {
      kept = tx;
      await put(tx, 'in-time', 'x');
    });
    await expect(put(kept as unknown as Tx, 'too-late', 'x')).rejects.toThrow('the transaction has ended');
    expect(await get(db.read, 'too-late')).toEqual([]);
  });

  it('give times, truth values and numbers as the client does, to the millisecond', async () => {
    const { db } = runtime();
    const { tenant } = freshPrincipal();
    const at = new Date('2026-02-03T04:05:06.007Z');
    const columns = { tenant, id: 're_1', agentId: 'default', query: 'a ’quoted’ 😀 text', skills: '[]' };
    const row = { ...columns, memories: '[]', holdout: true, applied: false, createdAt: at };
    await clientOf(db.read).recall.create({ data: row });
    const [raw] = await clientOf(db.read).$queryRaw<object[]>`
      SELECT query, holdout, applied, user_id, created_at, 1.5 AS half FROM recall
      WHERE tenant = ${tenant} AND created_at = ${at} AND holdout = ${true}`;
    const same = { query: row.query, holdout: true, applied: false, user_id: null, created_at: at };
    expect(raw).toEqual({ ...same, half: 1.5 });
  });

  it('keep a value that is too large for a statement that stays prepared', async () => {
    const { db } = runtime();
    const large = 'x'.repeat(200_000);
    await put(db.read, 'large-1', large);
    await put(db.read, 'small', 'x');
    await put(db.read, 'large-2', large);
    expect([await get(db.read, 'large-1'), await get(db.read, 'large-2')]).toEqual([[large], [large]]);
  });
});
