import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairCache } from './fair-cache.ts';

const KB = 1024;

function filled(budget: number) {
  const cache = fairCache<string>(budget);
  const put = (tenant: string, name: string, bytes: number) =>
    cache.put(`${tenant}/${name}`, { tenant, value: name, bytes });
  return { cache, put };
}

describe('the cache of many tenants’ knowledge', () => {
  it('lets the least recently used entry of a tenant go first', () => {
    const { cache, put } = filled(100 * KB);
    for (const name of ['a', 'b', 'c']) put('one', name, 30 * KB);
    cache.get('one/a');
    put('one', 'd', 30 * KB);
    expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(`one/${name}`) !== undefined)).toEqual([
      'a',
      'c',
      'd',
    ]);
  });

  it('never evicts a tenant within its share for the growth of another', () => {
    const { cache, put } = filled(100 * KB);
    put('small', 'only', 20 * KB);
    for (let at = 0; at < 200; at += 1) put('large', String(at), 10 * KB);
    for (let at = 0; at < 200; at += 1) put('crowded', String(at), 1);
    expect(cache.get('small/only')).toBe('only');
  });

  it('does not keep what alone exceeds the budget', () => {
    const { cache, put } = filled(100 * KB);
    put('one', 'small', 10 * KB);
    put('two', 'huge', 200 * KB);
    expect(cache.get('two/huge')).toBeUndefined();
    expect(cache.get('one/small')).toBe('small');
  });

  it('counts what it holds exactly and stays within its budget, whatever is put and read', () => {
    const step = fc.record({
      tenant: fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('1', '2', '3', '4', '5'),
      bytes: fc.integer({ min: 0, max: 60 * KB }),
      read: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { cache, put } = filled(100 * KB);
        const sizes = new Map<string, number>();
        for (const { tenant, name, bytes, read } of steps) {
          if (read) cache.get(`${tenant}/${name}`);
          else {
            put(tenant, name, bytes);
            sizes.set(`${tenant}/${name}`, Math.max(4096, bytes));
          }
          const kept = [...sizes].filter(([key]) => cache.get(key) !== undefined);
          expect(cache.bytes()).toBe(kept.reduce((sum, [, size]) => sum + size, 0));
          expect(cache.bytes()).toBeLessThanOrEqual(100 * KB);
        }
      }),
    );
  });
});
