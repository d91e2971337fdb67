import { describe, expect, it } from 'vitest';
import { groupCommit } from './group-commit.ts';

const LIMITS = { rows: 8, bytes: 1000, waitingRows: 20, waitingBytes: 5000 };

/** A writer that keeps what it was given and can be made to wait or to refuse a row. */
function recorder(refused: (row: number) => boolean = () => false) {
  const groups: number[][] = [];
  let gate = Promise.resolve();
  return {
    groups,
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    async write(rows: number[]): Promise<void> {
      groups.push(rows);
      await gate;
      if (rows.some(refused)) throw new Error(`refused ${rows.find(refused)}`);
    },
  };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('rows that arrive together', () => {
  it('go in one statement', async () => {
    const { groups, write } = recorder();
    const commit = groupCommit(write, LIMITS);
    await Promise.all(numbers(5).map((row) => commit.add(row, 1)));
    expect(groups).toEqual([[0, 1, 2, 3, 4]]);
  });

  it('while a statement is under way wait for the next one', async () => {
    const { groups, write, hold } = recorder();
    const open = hold();
    const commit = groupCommit(write, LIMITS);
    const first = commit.add(0, 1);
    await expect.poll(() => groups.length).toBe(1);
    const rest = [commit.add(1, 1), commit.add(2, 1)];
    open();
    await Promise.all([first, ...rest]);
    expect(groups).toEqual([[0], [1, 2]]);
  });

  it('are split where a statement would hold too many rows or bytes', async () => {
    const { groups, write } = recorder();
    const commit = groupCommit(write, LIMITS);
    const few = numbers(10).map((row) => commit.add(row, 1));
    const large = [100, 101, 102].map((row) => commit.add(row, 600));
    await Promise.all([...few, ...large]);
    expect(groups).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 100], [101], [102]]);
  });

  it('get an answer each when one of them cannot be stored', async () => {
    const { write } = recorder((row) => row === 2);
    const commit = groupCommit(write, LIMITS);
    const answers = await Promise.allSettled(numbers(4).map((row) => commit.add(row, 1)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(answers[2]).toMatchObject({ reason: { message: 'refused 2' } });
  });

  it('are not answered before they are durable', async () => {
    const { groups, write, hold } = recorder();
    const open = hold();
    const commit = groupCommit(write, LIMITS);
    let answered = false;
    const added = commit.add(1, 1).then(() => {
      answered = true;
    });
    await expect.poll(() => groups.length).toBe(1);
    expect(answered).toBe(false);
    open();
    await added;
    expect(answered).toBe(true);
  });

  it('are turned away beyond what may wait, and taken again afterwards', async () => {
    const { groups, write, hold } = recorder();
    const open = hold();
    const commit = groupCommit(write, LIMITS);
    const first = commit.add(0, 1);
    await expect.poll(() => groups.length).toBe(1);
    const waiting = numbers(20).map((row) => commit.add(row, 1));
    await expect(commit.add(99, 1)).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
    open();
    await Promise.all([first, ...waiting]);
    await expect(commit.add(7, 4999)).resolves.toBeUndefined();
    await expect(commit.add(7, 5001)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
