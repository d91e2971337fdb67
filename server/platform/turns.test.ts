import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RequestContext, withRequest } from './request-context.ts';
import { beforeBackground, inTurns, nextTurn } from './turns.ts';

const BACKGROUND: RequestContext = { requestId: 'r', clientAddress: 'worker', background: true };
const backgroundTurn = () => withRequest(BACKGROUND, nextTurn);

/** Counts in turns, each number taking so many milliseconds. */
async function count(upTo: number, seen: number[], milliseconds: number): Promise<void> {
  for await (const number of inTurns(Array.from({ length: upTo }, (_, at) => at + 1))) {
    seen.push(number);
    vi.advanceTimersByTime(milliseconds);
  }
}

function fakeClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

it('answers what arrives between two items that take long', async () => {
  fakeClock();
  const seen: number[] = [];
  const counted = count(100, seen, 5);
  await oneTurn();
  expect(seen.length).toBeLessThan(100);
  await counted;
  expect(seen).toHaveLength(100);
});

it('gives each of several computations a turn of its own', async () => {
  fakeClock();
  const seen: number[] = [];
  const counted = Promise.all(Array.from({ length: 5 }, () => count(3, seen, 5)));
  await oneTurn();
  // Five have counted to one, and one to two.
  expect(seen.filter((number) => number > 1).length).toBeLessThanOrEqual(1);
  await counted;
  expect(seen).toHaveLength(15);
});

describe('background work', () => {
  it('waits while a recall is being served', async () => {
    const order: string[] = [];
    const recalled = Promise.withResolvers<void>();
    const recall = beforeBackground(() => recalled.promise);
    const turn = backgroundTurn().then(() => order.push('background'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('recall');
    recalled.resolve();
    await Promise.all([recall, turn]);
    expect(order).toEqual(['recall', 'background']);
  });

  it('goes on beside a recall that does not end', async () => {
    const recalled = Promise.withResolvers<string>();
    const recall = beforeBackground(() => recalled.promise);
    await backgroundTurn();
    await backgroundTurn();
    recalled.resolve('served');
    expect(await recall).toBe('served');
  });

  it('waits no longer after a recall that failed', async () => {
    await expect(beforeBackground(() => Promise.reject(new Error('error')))).rejects.toThrow('error');
    let went = false;
    const turn = backgroundTurn().then(() => {
      went = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(went).toBe(true);
    await turn;
  });

  it('lets a recall go first between two items', async () => {
    fakeClock();
    const seen: number[] = [];
    const recalled = Promise.withResolvers<void>();
    const counted = withRequest(BACKGROUND, () => count(4, seen, 5));
    const recall = beforeBackground(() => recalled.promise);
    await oneTurn();
    expect(seen).toEqual([1]);
    recalled.resolve();
    await recall;
    await counted;
    expect(seen).toHaveLength(4);
  });
});
