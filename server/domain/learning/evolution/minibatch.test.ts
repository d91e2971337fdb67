import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasFailed, minibatch } from './minibatch.ts';

const run = (id: string, reward: number) => ({ id, reward });
const runs = [run('s1', 1), run('f1', 0), run('s2', 1), run('f2', 0.5), run('f3', 0), run('s3', 0.8)];
const ids = (iteration: number, size = 3) => minibatch(runs, { size, iteration }).map(({ id }) => id);

describe('a minibatch', () => {
  it('goes through failures and successes in turn', () => {
    expect([0, 1, 2, 3].map((iteration) => ids(iteration))).toEqual([
      ['f1', 'f2', 's1'],
      ['f3', 'f1', 's2'],
      ['f2', 'f3', 's3'],
      ['f1', 'f2', 's1'],
    ]);
  });

  it('is filled up by whichever kind there is', () => {
    expect(ids(0, 6)).toHaveLength(6);
    expect(ids(0, 99)).toHaveLength(6);
    expect(minibatch([run('f', 0), run('s', 1), run('t', 1)], { size: 3, iteration: 5 })).toHaveLength(3);
  });

  it('has a failure, no run twice and at most its size, or is empty where nothing failed', () => {
    const reward = fc.double({ min: 0, max: 1, noNaN: true });
    const some = fc
      .array(reward, { maxLength: 30 })
      .map((rewards) => rewards.map((one, at) => run(`r${at}`, one)));
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 10 }), fc.nat(200), (all, size, iteration) => {
        const batch = minibatch(all, { size, iteration });
        const fits = all.some(hasFailed) ? Math.min(size, all.length) : 0;
        expect(batch).toHaveLength(fits);
        expect(batch.some(hasFailed)).toBe(fits > 0);
        expect(new Set(batch).size).toBe(fits);
      }),
    );
  });
});
