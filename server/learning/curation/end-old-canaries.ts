/** Canaries end without a verdict where they are too old or nobody is served their skill any more. Needs no model. */
import { expireCanaries } from '../../skills/changesets/index.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import { holdLibrary } from '../../skills/library/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Expires what is due of the job's agent, after its skills have aged; returns how many canaries. */
export async function endOldCanaries(runtime: Runtime, job: Job, context: JobContext): Promise<number> {
  const { tenant, agentId } = job;
  for (let ended = 0; ; ) {
    const { expired, more } = await context.commit(async (tx) => {
      await holdLibrary(tx, tenant, agentId);
      return await expireCanaries(runtime, tx, { tenant, agentId });
    });
    ended += expired;
    if (!more) return ended;
  }
}
