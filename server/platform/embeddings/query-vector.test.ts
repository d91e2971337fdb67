import { describe, expect, it } from 'vitest';
import { createBreaker } from './query-vector.ts';

function broken() {
  let now = 1_000_000;
  const breaker = createBreaker(() => now);
  for (let failure = 0; failure < 3; failure += 1) {
    expect(breaker.admit()).toBe('wait');
    breaker.failed();
  }
  const advance = (ms: number): void => {
    now += ms;
  };
  return { breaker, advance };
}

describe('the breaker before the embeddings endpoint', () => {
  it('lets nobody wait after three failures in a row, and one probe after a pause', () => {
    const { breaker, advance } = broken();
    expect(breaker.admit()).toBe('skip');
    advance(5000);
    expect([breaker.admit(), breaker.admit()]).toEqual(['probe', 'skip']);
    breaker.succeeded();
    expect(breaker.admit()).toBe('wait');
  });

  it('doubles the pause with every failed probe, up to a minute', () => {
    const { breaker, advance } = broken();
    const pauses = [5, 10, 20, 40, 60, 60];
    for (const seconds of pauses) {
      advance(seconds * 1000 - 1);
      expect(breaker.admit()).toBe('skip');
      advance(1);
      expect(breaker.admit()).toBe('probe');
      breaker.failed();
    }
  });

  it('stays closed while failures do not follow one another', () => {
    const breaker = createBreaker(() => 0);
    for (let round = 0; round < 5; round += 1) {
      breaker.failed();
      breaker.failed();
      breaker.succeeded();
    }
    expect(breaker.admit()).toBe('wait');
  });

  it('is not held open by a clock that was set back', () => {
    const { breaker, advance } = broken();
    advance(-3_600_000);
    expect(breaker.admit()).toBe('probe');
  });
});
