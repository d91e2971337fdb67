/**
 * Finds what no change has told of: everything after another model was configured, or the first one; what was written while there was
 * none; what was given up while the endpoint was out. Any number of workers may do this at once.
 */
import { enqueueJobs } from '../../jobs/index.ts';
import { vectorSpace } from '../../platform/embeddings/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type AgentPlace, lackingStore } from './store.ts';

const AGENTS_AT_ONCE = 200;

/** Enqueues a job for every agent with a text that lacks a vector of the present model; answers with how many there are. */
export async function enqueueLacking(runtime: Runtime): Promise<number> {
  const space = vectorSpace(runtime.config);
  if (space === null) return 0;
  let last: AgentPlace = { tenant: '', agentId: '' };
  for (let count = 0; ; ) {
    const agents = await lackingStore(runtime.db.read).agents(space, last, AGENTS_AT_ONCE);
    if (agents.length > 0) {
      const jobs = agents.map((agent) => ({ kind: 'embed' as const, ...agent }));
      await runtime.db.write((tx) => enqueueJobs(runtime, tx, jobs));
    }
    count += agents.length;
    last = agents.at(-1) ?? last;
    if (agents.length < AGENTS_AT_ONCE) return count;
  }
}
