/**
 * What is kept in memory for many tenants, within one budget of bytes. When it is exceeded, the least
 * recently used entry goes of a tenant that holds more than an equal share: a tenant within its share is
 * never evicted by another's growth, however large that other is or however many entries it makes.
 */
import { LRUCache } from 'lru-cache';

/** Even an empty entry counts as this much, which bounds the number of entries too. */
const LEAST_BYTES = 4096;

/** Eviction goes on to this part of the budget, so that a full cache need not look for room at every turn. */
const TARGET = 0.9;

interface Entry<V> {
  tenant: string;
  value: V;
  bytes: number;
}

export interface FairCache<V> {
  get(key: string): V | undefined;
  /**
   * Keeps `value`, or only corrects its size where it is kept already. It may be evicted at once if it is too
   * large.
   */
  put(key: string, entry: { tenant: string; value: V; bytes: number }): void;
  /** Drops all of a tenant. */
  forget(tenant: string): void;
  /** Bytes held, in all or by one tenant. */
  bytes(tenant?: string): number;
}

/** Makes a cache of `budget` bytes; `changed` hears of the bytes held and the entries evicted by each `put`. */
export function fairCache<V>(
  budget: number,
  changed: (bytes: number, evicted: number) => void = () => undefined,
): FairCache<V> {
  const entries = new LRUCache<string, Entry<V>>({ max: Math.max(1, Math.ceil(budget / LEAST_BYTES)) + 1 });
  const held = new Map<string, number>();
  let total = 0;

  const count = (tenant: string, change: number): void => {
    const bytes = (held.get(tenant) ?? 0) + change;
    if (bytes > 0) held.set(tenant, bytes);
    else held.delete(tenant);
    total += change;
  };
  const drop = (key: string): void => {
    const entry = entries.peek(key);
    if (entry === undefined) return;
    entries.delete(key);
    count(entry.tenant, -entry.bytes);
  };
  /** How many entries went. */
  const shrink = (): number => {
    const before = entries.size;
    const target = budget * TARGET;
    const share = target / Math.max(1, held.size);
    for (const key of [...entries.rkeys()]) {
      if (total <= target) break;
      const tenant = entries.peek(key)?.tenant ?? '';
      if ((held.get(tenant) ?? 0) > share) drop(key);
    }
    return before - entries.size;
  };

  return {
    get: (key) => entries.get(key)?.value,
    put(key, { tenant, value, bytes }) {
      drop(key);
      const entry = { tenant, value, bytes: Math.max(LEAST_BYTES, bytes) };
      entries.set(key, entry);
      count(tenant, entry.bytes);
      const evicted = total > budget ? shrink() : 0;
      changed(total, evicted);
    },
    forget(tenant) {
      for (const key of [...entries.keys()]) if (entries.peek(key)?.tenant === tenant) drop(key);
      changed(total, 0);
    },
    bytes: (tenant) => (tenant === undefined ? total : (held.get(tenant) ?? 0)),
  };
}
