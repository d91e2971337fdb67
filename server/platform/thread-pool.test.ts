import { describe, expect, it } from 'vitest';
import { redact } from '../domain/safety/redact.ts';
import { echo } from '../testing/pool-tasks.ts';
import { compute, computeInPool } from './thread-pool.ts';

const ECHO = { script: 'server/testing/pool-tasks.ts', run: echo };
const REDACTING = { script: 'server/domain/safety/redact.ts', run: redact };

describe('a computation in a thread', () => {
  it('gives what the function gives', async () => {
    expect(await computeInPool(ECHO, ['one'])).toBe('sent one');
  });

  it('throws what the function throws, and works on', async () => {
    const missing = { ...REDACTING, run: (text: string) => text };
    await expect(compute(missing, true, '')).rejects.toThrow('redact.ts exports no run');
    await expect(computeInPool(ECHO, [''])).rejects.toThrow(RangeError);
    expect(await compute(REDACTING, true, 'call 212-555-0187')).toBe('call [PHONE]');
  });

  it('leaves the loop to others meanwhile', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await compute(REDACTING, true, '1-1-'.repeat(250_000));
    clearInterval(others);
    expect(turns).toBeGreaterThan(20);
  });
});
