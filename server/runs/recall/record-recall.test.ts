import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { putMemories } from '../../testing/database/knowledge-rows.ts';
import { watchStatements } from '../../testing/database/test-database.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../../testing/test-runtime.ts';
import { recordRecall as store } from './record-recall.ts';
import type { RecallRecord } from './store.ts';

const record = (runtime: Runtime, query = 'q') => ({
  id: runtime.newId('recall'),
  agentId: 'default',
  userId: null,
  sessionId: null,
  query,
  holdout: false,
  applied: false,
  skills: [],
  memories: [],
  profile: null,
  createdAt: runtime.clock(),
});

const recordRecall = (runtime: Runtime, tenant: string, one: RecallRecord, memories = 0) =>
  store(runtime, tenant, { record: one, known: { skills: 0, memories, shared: 0 } });

const stored = async ({ db }: TestRuntime, tenant: string) =>
  (await clientOf(db.read).recall.findMany({ where: { tenant }, select: { id: true } }))
    .map(({ id }) => id)
    .sort();

describeOnBoth('records of recalls that arrive together', (rt) => {
  it('go in one statement, and each waits for its own row', async () => {
    const { tenant } = freshPrincipal();
    const { runtime, count } = watchStatements(rt());
    const records = Array.from({ length: 12 }, () => record(runtime));
    await Promise.all(records.map((one) => recordRecall(runtime, tenant, one)));
    expect(count()).toBe(1);
    expect(await stored(rt(), tenant)).toEqual(records.map(({ id }) => id).sort());
  });

  it('fail alone: the others of the group are stored, and the error reaches its own caller', async () => {
    const { tenant } = freshPrincipal();
    const runtime = rt();
    const good = Array.from({ length: 5 }, () => record(runtime));
    const bad = { ...record(runtime), createdAt: new Date(Number.NaN) };
    const answers = await Promise.allSettled(
      [...good.slice(0, 2), bad, ...good.slice(2)].map((one) => recordRecall(runtime, tenant, one)),
    );
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(await stored(runtime, tenant)).toEqual(good.map(({ id }) => id).sort());
  });

  it('are stored once when they are written again', async () => {
    const { tenant } = freshPrincipal();
    const runtime = rt();
    const one = record(runtime, 'first');
    await recordRecall(runtime, tenant, one);
    await recordRecall(runtime, tenant, { ...one, query: 'second' });
    const rows = await clientOf(runtime.db.read).recall.findMany({ where: { tenant } });
    expect(rows.map(({ query }) => query)).toEqual(['first']);
  });

  it('hold the user’s card only while the memories are as they were when it was taken', async () => {
    const { tenant } = freshPrincipal();
    const runtime = rt();
    await putMemories(runtime, tenant, { texts: ['one'], userId: 'ada' });
    const records = Array.from({ length: 3 }, () => ({
      ...record(runtime),
      userId: 'ada',
      profile: 'the card',
    }));
    const told = await Promise.all(
      records.map((one, at) => recordRecall(runtime, tenant, one, [0, 1, Number.POSITIVE_INFINITY][at])),
    );
    expect(told).toEqual(records.map(() => ({ skills: 0, memories: 1, shared: 0 })));
    const rows = await clientOf(runtime.db.read).recall.findMany({
      where: { tenant },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ profile }) => profile)).toEqual([null, 'the card', 'the card']);
  });

  it('are turned away beyond what may wait of a tenant, and taken again afterwards', async () => {
    const [busy, calm] = [freshPrincipal().tenant, freshPrincipal().tenant];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { runtime } = watchStatements(rt(), () => gate);
    const large = 'x'.repeat(100_000);
    const answers: Promise<unknown>[] = [];
    for (let at = 0; at < 400; at += 1) answers.push(recordRecall(runtime, busy, record(runtime, large)));
    const calmly = recordRecall(runtime, calm, record(runtime));
    open();
    const settled = await Promise.allSettled(answers);
    const refused = settled.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(200);
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 1 } });
    await calmly;
    await recordRecall(runtime, busy, record(runtime));
    expect(await stored(rt(), busy)).toHaveLength(400 - refused.length + 1);
  });
});
