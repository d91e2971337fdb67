import { expect, it } from 'vitest';
import { clientOf } from '../../platform/db/prisma.ts';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { describeOnOne, freshPrincipal } from '../../testing/test-runtime.ts';
import { createKeyUsage } from './key-usage.ts';
import { createKey } from './manage-keys.ts';

async function lastUsed(runtime: Runtime, id: string): Promise<string | null> {
  const row = await clientOf(runtime.db.read).apiKey.findFirstOrThrow({ where: { id } });
  return row.lastUsedAt?.toISOString() ?? null;
}

describeOnOne('the last use of a key', (runtime) => {
  const newKey = async () => {
    const who = freshPrincipal();
    const { id } = await createKey(runtime(), who, { name: 'k', scopes: ['learn'] });
    return { tenant: who.tenant, id };
  };

  it('is written at most once a minute', async () => {
    const rt = runtime();
    const usage = createKeyUsage(rt);
    const { tenant, id } = await newKey();
    const first = rt.clock().toISOString();
    usage.note(tenant, id);
    await usage.flush();
    rt.advance(59_999);
    usage.note(tenant, id);
    await usage.flush();
    expect(await lastUsed(rt, id)).toBe(first);
    rt.advance(1);
    usage.note(tenant, id);
    await usage.flush();
    expect(await lastUsed(rt, id)).toBe(rt.clock().toISOString());
  });

  it('never moves back', async () => {
    const rt = runtime();
    const [slow, quick] = [createKeyUsage(rt), createKeyUsage(rt)];
    const { tenant, id } = await newKey();
    slow.note(tenant, id);
    rt.advance(5000);
    quick.note(tenant, id);
    await quick.flush();
    await slow.flush();
    expect(await lastUsed(rt, id)).toBe(rt.clock().toISOString());
  });

  it('is not lost when the database fails: the notes wait for the next flush', async () => {
    const rt = runtime();
    let broken = true;
    const write: typeof rt.db.write = (work) =>
      broken ? Promise.reject(new Error('database away')) : rt.db.write(work);
    const usage = createKeyUsage(createRuntime({ ...rt, db: { ...rt.db, write } }));
    const { tenant, id } = await newKey();
    const at = rt.clock().toISOString();
    usage.note(tenant, id);
    await usage.flush();
    expect(rt.lines.at(-1)).toMatchObject({ event: 'keys.usage_not_written', level: 'warn', keys: 1 });
    broken = false;
    rt.advance(1000);
    await usage.flush();
    expect(await lastUsed(rt, id)).toBe(at);
  });

  it('of many keys is written by processes that do it at the same time', async () => {
    const rt = runtime();
    const keys = await Promise.all(Array.from({ length: 30 }, newKey));
    const usages = [createKeyUsage(rt), createKeyUsage(rt), createKeyUsage(rt)];
    for (const usage of usages) for (const { tenant, id } of keys) usage.note(tenant, id);
    await Promise.all(usages.map((usage) => usage.flush()));
    const stored = await Promise.all(keys.map(({ id }) => lastUsed(rt, id)));
    expect(stored.every((at) => at === rt.clock().toISOString())).toBe(true);
  });
});
