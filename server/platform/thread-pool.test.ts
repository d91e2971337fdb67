import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { redact } from '../domain/safety/redact.ts';
import type { ReadingOrder } from '../skills/documents/read-document.ts';
import { readMarkdown } from '../skills/documents/reading-tasks.ts';
import { compute, computeInPool } from './thread-pool.ts';

const READING = {
  script: 'server/skills/documents/reading-tasks.ts',
  name: 'readMarkdown',
  run: readMarkdown,
};
const REDACTING = { script: 'server/domain/safety/redact.ts', name: 'redact', run: redact };

describe('a computation in a thread', () => {
  it('gives what the function gives, and hands ports over', async () => {
    const { port1, port2 } = new MessageChannel();
    const markdown = '---\nname: a-skill\ndescription: Says what to do.\n---\n\n- First do this.\n';
    const read = await computeInPool(READING, [{ markdown, about: null, pieces: port2 }], [port2]);
    expect(read).toMatchObject({ ok: true });
    expect(receiveMessageOnPort(port1)?.message).toMatchObject({ bullets: [{ content: 'First do this.' }] });
    port1.close();
  });

  it('throws what the function throws, and works on', async () => {
    const missing = { ...REDACTING, name: 'missing' };
    await expect(compute(missing, true, '')).rejects.toThrow('redact.ts exports no missing');
    const { port1, port2 } = new MessageChannel();
    const half = { about: null, pieces: port2 } as ReadingOrder;
    await expect(computeInPool(READING, [half], [port2])).rejects.toThrow(TypeError);
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
    await compute({ script: 'none', name: 'none', run: () => (thread = 'own') }, false);
    expect(thread).toBe('own');
  });
});
