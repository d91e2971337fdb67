import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { MemoryIn } from '../domain/memories/memory.ts';
import { revisionStore } from '../knowledge/index.ts';
import { ServiceError } from '../platform/errors.ts';
import { createRuntime } from '../platform/runtime.ts';
import { list, say } from '../testing/said-memories.ts';
import { describeOnBoth, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { addMemories } from './index.ts';

/** The runtime with caches of its own, whose transactions are counted; `broken` is how many of the first ones fail. */
function counted({ config, log, metrics, clock, random, newId, db }: TestRuntime, broken = 0) {
  let transactions = 0;
  const write: typeof db.write = async (work) => {
    transactions += 1;
    if (transactions <= broken) throw new Error('this transaction fails');
    return await db.write(work);
  };
  const rt = createRuntime({ config, log, metrics, clock, random, newId, db: { ...db, write } });
  return { rt, transactions: () => transactions };
}

const CITIES = ['Lisbon', 'Oslo', 'Riga', 'Turin', 'Ghent', 'Porto', 'Basel', 'Kyoto', 'Quito', 'Lima'];

describeOnBoth('memories that are said at the same time', (runtime) => {
  it('are stored in a transaction or two, each with its audit entry and a revision', async () => {
    const { rt, transactions } = counted(runtime());
    const who = freshPrincipal();
    const texts = CITIES.map((city, at) => `${city} depot opens at ${at + 6}`);
    const added = await Promise.all(texts.map((text) => say(rt, who, text)));
    expect(added.map(({ action, status }) => `${action} ${status}`)).toEqual(texts.map(() => 'add active'));
    expect(new Set(added.map(({ id }) => id)).size).toBe(texts.length);
    expect(transactions()).toBeLessThanOrEqual(2);
    expect((await list(rt, who)).map(({ content }) => content).sort()).toEqual(texts.toSorted());
    const entries = await listAudit(rt, who, 20);
    expect(entries.map(({ resource }) => resource).sort()).toEqual(
      added.map(({ id }) => `memory:${id}`).sort(),
    );
    const revisions = await revisionStore(rt.db.read, who.tenant).read(['default']);
    expect(revisions.get('default')?.memories).toBe(texts.length);
    // What the process has in memory is what is stored.
    expect(await say(rt, who, texts[3] ?? '')).toEqual({
      id: added[3]?.id,
      action: 'noop',
      status: 'active',
    });
  });

  it('are kept apart by agent and user, and a text is kept once for each', async () => {
    const { rt } = counted(runtime());
    const who = freshPrincipal();
    const users = ['u1', 'u2', 'u1', 'u2', 'u1'];
    const added = await Promise.all(
      users.map((user) =>
        say(rt, who, 'Invoices go out on Mondays', { scope: { agent_id: 'default', user_id: user } }),
      ),
    );
    expect(added.filter(({ action }) => action === 'add')).toHaveLength(2);
    expect(added.filter(({ action }) => action === 'noop')).toHaveLength(3);
    expect(await list(rt, who)).toHaveLength(2);
  });

  it('come in one batch too, whose results stand in their order', async () => {
    const { rt, transactions } = counted(runtime());
    const who = freshPrincipal();
    const said = (content: string) => MemoryIn.parse({ content });
    const texts = Array.from({ length: 200 }, (_, at) => `Crate q${at}w holds x${at}y and z${at}v`);
    const [first = ''] = texts;
    const added = await addMemories(rt, who, [...texts, first].map(said));
    const fresh = added
      .slice(0, -1)
      .map((result) => 'action' in result && `${result.action} ${result.status}`);
    expect(fresh).toEqual(texts.map(() => 'add active'));
    expect(added.at(-1)).toMatchObject({ action: 'noop', id: (added[0] as { id: string }).id });
    expect(transactions()).toBeLessThan(20);
  });

  it('are told one by one what became of them', async () => {
    const { rt } = counted(runtime());
    const busy = new ServiceError('unavailable', 'the database is busy');
    const failing = { ...rt, db: { ...rt.db, write: () => Promise.reject(busy) } };
    const results = await addMemories(failing, freshPrincipal(), [MemoryIn.parse({ content: 'one' })]);
    expect(results).toEqual([busy]);
  });

  it('are stored each by itself where the transaction of all fails', async () => {
    const { rt, transactions } = counted(runtime(), 1);
    const who = freshPrincipal();
    const added = await Promise.all(
      CITIES.map((city, at) => say(rt, who, `${city} depot opens at ${at + 6}`)),
    );
    expect(added.every(({ action }) => action === 'add')).toBe(true);
    expect(await list(rt, who)).toHaveLength(CITIES.length);
    expect(transactions()).toBeGreaterThan(CITIES.length);
  });
});
