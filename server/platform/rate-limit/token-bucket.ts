/**
 * Token buckets: each key may spend `perMinute` requests at once and earns them back evenly over a minute.
 * Time is an argument, so that the rule can be tested as arithmetic.
 *
 * Memory is bounded by forgetting the key that was longest unused. A forgotten bucket is a full one, which
 * only helps a caller that returns within a minute: anyone who holds enough keys to force that has a full
 * bucket for each of them anyway, and a bucket that rests for a minute is full by itself.
 */
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const MAX_KEYS = 100_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** One bucket of `perMinute` tokens for each of up to `maxKeys` keys; 0 a minute is no limit at all. */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, Bucket>;
  readonly #perMinute: number;

  constructor(perMinute: number, maxKeys = MAX_KEYS) {
    this.#perMinute = perMinute;
    this.#buckets = new LRUCache({ max: maxKeys });
  }

  /**
   * Spends one token of `key` and says whether there was one; `now` is in milliseconds. A clock that steps
   * back earns nothing.
   */
  take(key: string, now: number): boolean {
    if (this.#perMinute === 0) return true;
    const bucket = this.#refilled(key, now);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #refilled(key: string, now: number): Bucket {
    const known = this.#buckets.get(key);
    if (known === undefined) {
      const full = { tokens: this.#perMinute, at: now };
      this.#buckets.set(key, full);
      return full;
    }
    const earned = (Math.max(0, now - known.at) * this.#perMinute) / MINUTE_MS;
    known.tokens = Math.min(this.#perMinute, known.tokens + earned);
    known.at = now;
    return known;
  }
}
