import { describe, expect, it } from 'vitest';
import { KeyCache } from './key-cache.ts';

const KEY = { tenant: 't', id: 'key_1', scopes: ['learn' as const] };

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

  it('changes when a later look-up says otherwise', () => {
    const cache = new KeyCache();
    cache.set('hash', KEY, 0);
    cache.set('hash', null, 10);
    expect(cache.get('hash', 11)).toBeNull();
    cache.set('hash', KEY, 20);
    expect(cache.get('hash', 21)).toEqual(KEY);
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
