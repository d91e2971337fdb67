import { expect, it } from 'vitest';
import type { Steps } from '../domain/steps.ts';
import { takeSteps } from './take-steps.ts';

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

it('passes on what a step throws', async () => {
  const failing = (function* (): Steps<never> {
    yield;
    throw new Error('fault');
  })();
  await expect(takeSteps(failing)).rejects.toThrow('fault');
});
