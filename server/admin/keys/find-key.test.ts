import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRuntime, type Runtime } from '../../platform/runtime.ts';
import { freshPrincipal, openTestRuntime, type TestRuntime } from '../../testing/test-runtime.ts';
import { KeyCache } from './find-key.ts';
import { createKey, findKey } from './index.ts';

/** The runtime with a database whose reads are counted, and another process's empty memory. */
function counted(runtime: Runtime): { runtime: Runtime; reads: () => number } {
  let reads = 0;
  const db = {
    ...runtime.db,
    get read() {
      reads += 1;
      return runtime.db.read;
    },
  };
  return { runtime: createRuntime({ ...runtime, db }), reads: () => reads };
}

const shaped = (n: number) => `service_${String(n).padStart(43, '0')}`;

describe('looking up API keys', () => {
  let rt: TestRuntime | undefined;
  const base = () => {
    if (rt === undefined) throw new Error('opened before each suite');
    return rt;
  };
  beforeAll(async () => {
    rt = await openTestRuntime('sqlite');
  });
  afterAll(async () => {
    await rt?.dispose();
  });

  it('asks the database once for requests that come together, and not again for 30 seconds', async () => {
    const { key, id } = await createKey(base(), freshPrincipal(), { name: 'k', scopes: ['learn'] });
    const { runtime, reads } = counted(base());
    const found = await Promise.all(Array.from({ length: 20 }, () => findKey(runtime, key)));
    expect(found.every((known) => known?.id === id)).toBe(true);
    await findKey(runtime, key);
    expect(reads()).toBe(1);
    base().advance(30_000);
    await findKey(runtime, key);
    expect(reads()).toBe(2);
  });

  it('remembers invalid keys too', async () => {
    const { runtime, reads } = counted(base());
    expect(await findKey(runtime, shaped(1))).toBeNull();
    expect(await findKey(runtime, shaped(1))).toBeNull();
    expect(reads()).toBe(1);
  });

  it.each(['service_short', `x${shaped(1)}`, shaped(1).replace('0', '!')])(
    'does not ask the database for what cannot be a key: %j',
    async (text) => {
      const { runtime, reads } = counted(base());
      expect(await findKey(runtime, text)).toBeNull();
      expect(reads()).toBe(0);
    },
  );

  it('answers a flood of invented keys that comes at one moment', async () => {
    const { runtime } = counted(base());
    const found = await Promise.all(
      Array.from({ length: 1500 }, (_, n) => findKey(runtime, shaped(1000 + n))),
    );
    expect(found.every((known) => known === null)).toBe(true);
  });

  it('does not remember a look-up that failed', async () => {
    const { key, id } = await createKey(base(), freshPrincipal(), { name: 'k', scopes: ['learn'] });
    let broken = true;
    const db = {
      ...base().db,
      get read() {
        if (broken) throw new Error('database away');
        return base().db.read;
      },
    };
    const runtime = createRuntime({ ...base(), db });
    await expect(findKey(runtime, key)).rejects.toThrow('database away');
    broken = false;
    expect(await findKey(runtime, key)).toMatchObject({ id });
  });
});

const KEY = { tenant: 't', id: 'key_1', scopes: ['learn' as const], agents: [], expiresAt: null };

describe('what is remembered of keys', () => {
  it('is not pushed out by any number of invented keys', () => {
    const cache = new KeyCache();
    cache.set('real', KEY, 0);
    for (let n = 0; n < 50_000; n += 1) cache.set(`invented-${n}`, null, 0);
    expect(cache.get('real', 1)).toEqual(KEY);
    expect(cache.get('invented-0', 1)).toBeUndefined();
    expect(cache.get('invented-49999', 1)).toBeNull();
  });

  it('counts from the beginning of the look-up', () => {
    const cache = new KeyCache();
    cache.set('real', KEY, 1000);
    expect(cache.get('real', 30_999)).toEqual(KEY);
    expect(cache.get('real', 31_000)).toBeUndefined();
  });

  it('of a revoked key is forgotten, and of no other', () => {
    const cache = new KeyCache();
    cache.set('mine', KEY, 0);
    cache.set('theirs', { ...KEY, tenant: 'u' }, 0);
    cache.forget('t', 'key_1');
    expect(cache.get('mine', 1)).toBeUndefined();
    expect(cache.get('theirs', 1)).toEqual({ ...KEY, tenant: 'u' });
  });
});
