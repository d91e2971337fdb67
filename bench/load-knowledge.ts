/** Gives a gateway its knowledge through the interface, as a user would. */
import { corpus } from './corpus.ts';
import type { Size } from './scenarios.ts';

const AT_ONCE = 8;

async function post(url: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Creates the skills and memories of `size`; a memory that resembles another one is approved. */
export async function loadKnowledge(url: string, { agent, skills, memories }: Size): Promise<void> {
  const text = corpus(7);
  await inParallel(skills, async (index) => {
    await post(url, '/v1/skills', { agent_id: agent, ...text.skill(index) });
  });
  await inParallel(memories, async (index) => {
    const scope = { agent_id: agent, ...(index % 2 === 0 ? { user_id: 'u-1' } : {}) };
    const stored = await post(url, '/v1/memories', { scope, content: text.memory() });
    const { id, status } = stored as { id: string; status: string };
    if (status === 'pending') await post(url, `/v1/memories/${id}/approve`, undefined);
  });
}
