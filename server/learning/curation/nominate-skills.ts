/**
 * Skills that fail too often are nominated for evolution. One that was nominated is so again only after as many further uses
 * as a first nomination takes: without new evidence the same question would get the same answer.
 */
import { enqueueJobs, type Job, type JobContext } from '../../jobs/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { curationStore } from './store.ts';

/** Most nominations of one run; the least successful skills come first. */
const AT_ONCE = 50;

/** Enqueues evolution of the agent's skills that have enough uses and too little success; answers with their number. */
export async function nominateSkills(
  runtime: Runtime,
  { tenant, agentId }: Job,
  { commit }: JobContext,
): Promise<number> {
  const { minUses, maxSuccessRate } = runtime.config.evolution;
  return await commit(async (tx) => {
    const store = curationStore(tx, tenant);
    const rule = { minUses, maxSuccessRate, limit: AT_ONCE };
    const skills = await store.underperformers(agentId, rule);
    await store.noteNominated(skills);
    await enqueueJobs(
      runtime,
      tx,
      skills.map(({ id: skillId }) => ({ kind: 'evolve', tenant, agentId, skillId })),
    );
    return skills.length;
  });
}
