import { describe, expect, it } from 'vitest';
import { groupWrites } from './write-group.ts';

/** A writer that records its groups and fails every group that holds `bad`. */
function recorder(bytes = 1) {
  const groups: [string, number[]][] = [];
  const submit = groupWrites<number, string>({
    write: async (key, items) => {
      groups.push([key, items]);
      await new Promise((resolve) => setImmediate(resolve));
      if (items.includes(-1)) throw new Error('bad row');
      return items.map((item) => `${key}${item}`);
    },
    bytesOf: () => bytes,
  });
  return { groups, submit };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('rows that arrive together', () => {
  it('are written in one group, and each caller gets the result of its own', async () => {
    const { groups, submit } = recorder();
    const results = await Promise.all(range(5).map((item) => submit('a', item)));
    expect(results).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    expect(groups).toEqual([['a', range(5)]]);
  });

  it('take along those that arrive while more come with every turn', async () => {
    const { groups, submit } = recorder();
    const waiting = [submit('a', 0), submit('a', 1)];
    await new Promise((resolve) => setImmediate(resolve));
    waiting.push(submit('a', 2));
    await Promise.all(waiting);
    expect(groups).toEqual([['a', range(3)]]);
  });

  it('wait for the group under way and form the next one', async () => {
    const { groups, submit } = recorder();
    const first = submit('a', 0);
    await new Promise((resolve) => setImmediate(resolve));
    const second = [submit('a', 1), submit('a', 2)];
    await Promise.all([first, ...second]);
    expect(groups.map(([, items]) => items)).toEqual([[0], [1, 2]]);
    await submit('a', 3);
    expect(groups.at(-1)).toEqual(['a', [3]]);
  });

  it('share no group with rows of another key', async () => {
    const { groups, submit } = recorder();
    await Promise.all([submit('a', 1), submit('b', 2)]);
    expect(groups).toEqual([
      ['a', [1]],
      ['b', [2]],
    ]);
  });

  it('are split by number and by size, never below one row', async () => {
    const many = recorder();
    await Promise.all(range(130).map((item) => many.submit('a', item)));
    expect(many.groups.map(([, items]) => items.length)).toEqual([64, 64, 2]);
    const large = recorder(600_000);
    await Promise.all(range(3).map((item) => large.submit('a', item)));
    expect(large.groups.map(([, items]) => items.length)).toEqual([1, 1, 1]);
  });

  it('are tried one by one where their group fails, so that only the bad one fails', async () => {
    const { submit } = recorder();
    const results = await Promise.allSettled([submit('a', 1), submit('a', -1), submit('a', 2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(submit('a', 3)).resolves.toBe('a3');
  });
});
