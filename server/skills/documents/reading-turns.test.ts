/** Long documents take turns, and a tenant that sends many keeps no other one waiting. */
import { expect, it } from 'vitest';
import { describeOnOne } from '../../testing/test-runtime.ts';
import { readingTurns } from './read-document.ts';

describeOnOne('the turns of long documents', (runtime) => {
  it('give the first of a tenant before the second of another, one at a time', async () => {
    const read: string[] = [];
    let atOnce = 0;
    const take = (tenant: string, name: string) =>
      readingTurns(runtime()).take(tenant, async () => {
        atOnce += 1;
        await new Promise((resolve) => setImmediate(resolve));
        read.push(`${name}, ${atOnce} at once`);
        atOnce -= 1;
      });
    const many = ['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name));
    await Promise.all([...many, take('b', 'b1'), take('b', 'b2')]);
    expect(read).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'].map((name) => `${name}, 1 at once`));
  });

  it('are refused to a tenant of which too many wait, and to no other', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const turns = readingTurns(runtime());
    const waiting = Array.from({ length: 17 }, () => turns.take('many', () => held));
    await expect(turns.take('many', () => held)).rejects.toMatchObject({ kind: 'rate_limited' });
    const other = turns.take('few', () => Promise.resolve('read'));
    goOn();
    await Promise.all(waiting);
    expect(await other).toBe('read');
    expect(await turns.take('many', () => Promise.resolve('read again'))).toBe('read again');
  });
});
