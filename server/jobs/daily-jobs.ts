/**
 * Once a day and agent: curation, so that canaries expire and skills age on quiet agents too, and with a model reflection,
 * which then learns from what an outage has left. Any number of workers may do this at once.
 */
import type { Runtime } from '../platform/runtime.ts';
import type { JobKind } from './catalogue.ts';
import { dailyStore } from './daily-store.ts';
import { enqueueJobs } from './enqueue-job.ts';

const DAY_MS = 86_400_000;
const AGENTS_AT_ONCE = 200;

/** Enqueues the daily jobs of all agents that have had none for a day, of the given kinds alone; answers with their number. */
export async function enqueueDailyJobs(runtime: Runtime, kinds: readonly JobKind[]): Promise<number> {
  const daily = dailyKinds(runtime).filter((kind) => kinds.includes(kind));
  if (daily.length === 0) return 0;
  await listAgents(runtime);
  const at = runtime.clock();
  const until = new Date(at.getTime() - DAY_MS);
  for (let served = 0; ; ) {
    const due = await dailyStore(runtime.db.read).due(until, AGENTS_AT_ONCE);
    if (due.length === 0) return served;
    served += await runtime.db.write(async (tx) => {
      const agents = await dailyStore(tx).serve(due, { until, at });
      await enqueueJobs(
        runtime,
        tx,
        agents.flatMap((agent) => daily.map((kind) => ({ kind, ...agent }))),
      );
      return agents.length;
    });
  }
}

function dailyKinds({ config }: Runtime): ('curate' | 'reflect')[] {
  const kinds: ('curate' | 'reflect')[] = [];
  if (config.learning.curateDaily) kinds.push('curate');
  if (config.model.provider !== 'none') kinds.push('reflect');
  return kinds;
}

/** An agent's first day begins when a worker first sees it, so that not all agents of an installation are due at once. */
async function listAgents(runtime: Runtime): Promise<void> {
  for (;;) {
    const agents = await dailyStore(runtime.db.read).unlisted(AGENTS_AT_ONCE);
    if (agents.length === 0) return;
    await runtime.db.write((tx) => dailyStore(tx).list(agents, runtime.clock()));
  }
}
