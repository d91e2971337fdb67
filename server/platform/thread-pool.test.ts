import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { ReadSkillMd } from '../domain/skills/skill-md/parse.ts';
import { runInPool } from './thread-pool.ts';

const READING = { script: 'server/skills/documents/reading-tasks.ts', name: 'readMarkdown' };
const DRAFTING = { script: 'server/runs/episodes/draft-tasks.ts', name: 'prepareEpisode' };

describe('runInPool', () => {
  it('gives what the function gives, and hands ports over', async () => {
    const { port1, port2 } = new MessageChannel();
    const markdown = '---\nname: a-skill\ndescription: Says what to do.\n---\n\n- First do this.\n';
    const read = await runInPool<ReadSkillMd>(READING, { markdown, about: null, pieces: port2 }, [port2]);
    expect(read.ok).toBe(true);
    expect(receiveMessageOnPort(port1)?.message).toMatchObject({ bullets: [{ content: 'First do this.' }] });
    port1.close();
  });

  it('throws what the function throws, and works on', async () => {
    await expect(runInPool(DRAFTING, { sent: null })).rejects.toThrow(TypeError);
    await expect(runInPool({ ...DRAFTING, name: 'missing' }, {})).rejects.toThrow();
    const again = runInPool(
      { script: 'server/domain/safety/redact.ts', name: 'redact' },
      'call 212-555-0187',
    );
    expect(await again).toBe('call [PHONE]');
  });

  it('leaves the loop to others meanwhile', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await runInPool({ script: 'server/domain/safety/redact.ts', name: 'redact' }, '1-1-'.repeat(250_000));
    clearInterval(others);
    expect(turns).toBeGreaterThan(20);
  });
});
