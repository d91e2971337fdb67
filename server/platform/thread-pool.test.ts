import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { redact } from '../domain/safety/redact.ts';
import { echoOver } from '../testing/pool-tasks.ts';
import { compute, computeInPool } from './thread-pool.ts';

const ECHO = { script: 'server/testing/pool-tasks.ts', run: echoOver };
const REDACTING = { script: 'server/domain/safety/redact.ts', run: redact };

describe('a computation in a thread', () => {
  it('gives what the function gives, and hands ports over', async () => {
    const { port1, port2 } = new MessageChannel();
    expect(await computeInPool(ECHO, [port2, 'one'], [port2])).toBe('sent one');
    expect(receiveMessageOnPort(port1)?.message).toBe('one');
    port1.close();
  });

  it('throws what the function throws, and works on', async () => {
    const missing = { ...REDACTING, run: (text: string) => text };
    await expect(compute(missing, true, '')).rejects.toThrow('redact.ts exports no run');
    const { port1, port2 } = new MessageChannel();
    await expect(computeInPool(ECHO, [port2, ''], [port2])).rejects.toThrow(RangeError);
    port1.close();
    expect(await compute(REDACTING, true, 'call 212-555-0187')).toBe('call [PHONE]');
  });

  it('leaves the loop to others meanwhile', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await compute(REDACTING, true, '1-1-'.repeat(250_000));
    clearInterval(others);
    expect(turns).toBeGreaterThan(20);
  });

  it('is done at once where it is small', async () => {
    let thread: unknown;
    await compute({ script: 'none', run: () => (thread = 'own') }, false);
    expect(thread).toBe('own');
  });
});
