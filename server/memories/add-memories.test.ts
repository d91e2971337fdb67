import { expect, it } from 'vitest';
import { listAudit } from '../audit/index.ts';
import { MemoryIn } from '../domain/memories/memory.ts';
import { revisionStore } from '../knowledge/index.ts';
import { createRuntime } from '../platform/runtime.ts';
import { list, say } from '../testing/samples/said-memories.ts';
import { describeOnOne, freshPrincipal, type TestRuntime } from '../testing/test-runtime.ts';
import { addMemories } from './index.ts';

/** The runtime with caches of its own, whose transactions are counted from the first memory on; `failNext` lets one fail. */
async function counted({ config, log, metrics, clock, random, newId, db }: TestRuntime) {
  let transactions = 0;
  const errors: Error[] = [];
  const write: typeof db.write = async (work) => {
    transactions += 1;
    const error = errors.pop();
    if (error !== undefined) throw error;
    return await db.write(work);
  };
  const rt = createRuntime({ config, log, metrics, clock, random, newId, db: { ...db, write } });
  const who = freshPrincipal();
  // What is compared with is in memory then, so that what is said at the same time is ready at the same time.
  await say(rt, who, 'Trams run until midnight');
  transactions = 0;
  return { rt, who, transactions: () => transactions, failNext: (error: Error) => void errors.push(error) };
}

const CITIES = ['Lisbon', 'Oslo', 'Riga', 'Turin', 'Ghent', 'Porto', 'Basel', 'Kyoto', 'Quito', 'Lima'];

describeOnOne('memories that are said at the same time', (runtime) => {
  it('are stored in one transaction, each with its audit entry and a revision', async () => {
    const { rt, who, transactions } = await counted(runtime());
    const texts = CITIES.map((city, at) => `${city} depot opens at ${at + 6}`);
    const added = await Promise.all(texts.map((text) => say(rt, who, text)));
    expect(added.map(({ action, status }) => `${action} ${status}`)).toEqual(texts.map(() => 'add active'));
    expect(new Set(added.map(({ id }) => id)).size).toBe(texts.length);
    expect(transactions()).toBe(1);
    const kept = (await list(rt, who)).map(({ content }) => content);
    expect(kept).toEqual(expect.arrayContaining(texts));
    const entries = await listAudit(rt, who, 20);
    expect(entries.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(added.map(({ id }) => `memory:${id}`)),
    );
    expect(entries).toHaveLength(texts.length + 1);
    const revisions = await revisionStore(rt.db.read, who.tenant).read(['default']);
    expect(revisions.get('default')?.memories).toBe(texts.length + 1);
    // What the process has in memory is what is stored.
    expect(await say(rt, who, texts[3] ?? '')).toEqual({
      id: added[3]?.id,
      action: 'noop',
      status: 'active',
    });
  });

  it('are kept apart by agent and user, and a text is kept once for each', async () => {
    const { rt, who } = await counted(runtime());
    const users = ['u1', 'u2', 'u1', 'u2', 'u1'];
    const added = await Promise.all(
      users.map((user) =>
        say(rt, who, 'Invoices go out on Mondays', { scope: { agent_id: 'default', user_id: user } }),
      ),
    );
    expect(added.filter(({ action }) => action === 'add')).toHaveLength(2);
    expect(added.filter(({ action }) => action === 'noop')).toHaveLength(3);
    expect(await list(rt, who)).toHaveLength(3);
  });

  it('come in one batch too, whose results stand in their order', async () => {
    const { rt, who, transactions } = await counted(runtime());
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

  it('are stored each by itself where the transaction of all fails', async () => {
    const { rt, who, transactions, failNext } = await counted(runtime());
    failNext(new Error('this transaction fails'));
    const added = await Promise.all(
      CITIES.map((city, at) => say(rt, who, `${city} depot opens at ${at + 6}`)),
    );
    expect(added.every(({ action }) => action === 'add')).toBe(true);
    expect(await list(rt, who)).toHaveLength(CITIES.length + 1);
    expect(transactions()).toBe(1 + CITIES.length);
  });

  it('are held in that transaction too where they resemble each other', async () => {
    const { rt, who, transactions } = await counted(runtime());
    const texts = [
      'Gate 4 closes at noon',
      'Gate 4 closes at noon now',
      'Gate 4 closes at noon',
      'Rail 9 is blue',
    ];
    const added = await addMemories(
      rt,
      who,
      texts.map((content) => MemoryIn.parse({ content })),
    );
    const [first, second, again] = added as { id: string }[];
    expect(added).toMatchObject([
      { action: 'add', status: 'active' },
      { action: 'add', status: 'pending' },
      { action: 'noop', status: 'active', id: first?.id },
      { action: 'add', status: 'active' },
    ]);
    expect(again?.id).toBe(first?.id);
    expect(transactions()).toBe(1);
    const held = await list(rt, who, { status: 'pending' });
    expect(held.map(({ id, similarId }) => ({ id, similarId }))).toEqual([
      { id: second?.id, similarId: first?.id },
    ]);
  });
});
