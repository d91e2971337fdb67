/** Gives a gateway its knowledge through the interface, as a user would. */

import { inParallel, numbers } from '../../server/testing/eventually.ts';
import { createClient } from '../gateway/api-client.ts';
import { corpus } from './corpus.ts';
import type { Size } from './scenarios.ts';

/** Creates the skills and memories of `size`; a memory that resembles another one is approved. */
export async function loadKnowledge(url: string, { agent, skills, memories }: Size): Promise<void> {
  const { ask } = createClient(url);
  const text = corpus(7);
  await inParallel(numbers(skills), (index) =>
    ask('POST', '/v1/skills', { agent_id: agent, ...text.skill(index) }),
  );
  await inParallel(numbers(memories), async (index) => {
    const scope = { agent_id: agent, ...(index % 2 === 0 ? { user_id: 'u-1' } : {}) };
    const said = { scope, content: text.memory() };
    const { id, status } = await ask<{ id: string; status: string }>('POST', '/v1/memories', said);
    if (status === 'pending') await ask('POST', `/v1/memories/${id}/approve`);
  });
}
