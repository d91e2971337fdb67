import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Steps } from '../domain/steps.ts';
import { withRequest } from './request-context.ts';
import { backgroundTurn, beforeBackground, takeSteps } from './take-steps.ts';

function* counting(upTo: number, seen: number[]): Steps<string> {
  for (let count = 1; count <= upTo; count += 1) {
    seen.push(count);
    yield;
  }
  return 'done';
}

it('answers what arrives between two steps', async () => {
  const seen: number[] = [];
  const counted = takeSteps(counting(100, seen));
  const between = await new Promise<number>((resolve) => setImmediate(() => resolve(seen.length)));
  expect(between).toBeLessThan(100);
  expect(await counted).toBe('done');
  expect(seen).toHaveLength(100);
});

it('gives each of several computations a turn of its own', async () => {
  const seen: number[] = [];
  const counted = Promise.all(Array.from({ length: 5 }, () => takeSteps(counting(3, seen))));
  await new Promise((resolve) => setImmediate(resolve));
  // Five have taken their first step, and one its second.
  expect(seen.filter((count) => count > 1).length).toBeLessThanOrEqual(1);
  expect(await counted).toHaveLength(5);
});

it('takes short steps together, and others get their turn all the same', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const seen: number[] = [];
  const slow = function* (): Steps<string> {
    for (const step of counting(20, seen)) {
      now += 2;
      yield step;
    }
    return 'done';
  };
  const taken = takeSteps(slow(), 5);
  expect(seen).toHaveLength(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen.length).toBeLessThan(20);
  expect(await taken).toBe('done');
});

it('passes on what a step throws', async () => {
  const failing = (function* (): Steps<never> {
    yield;
    throw new Error('error');
  })();
  await expect(takeSteps(failing)).rejects.toThrow('error');
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

  it('lets a recall go first between the steps of a computation', async () => {
    const seen: number[] = [];
    const recalled = Promise.withResolvers<void>();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
    onTestFinished(() => clock.mockRestore());
    const context = { requestId: 'r', clientAddress: 'worker', background: true } as const;
    const counted = withRequest(context, () => takeSteps(counting(4, seen)));
    const recall = beforeBackground(() => recalled.promise);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([1]);
    recalled.resolve();
    await recall;
    expect(await counted).toBe('done');
  });
});
