/**
 * The curate job of an agent. What needs no model comes first and is committed by itself, so that a missing
 * or failing model cannot keep skills from aging; each part that asks the model stands alone too.
 */
import { SHARED_AGENT } from '../../domain/fields.ts';
import { needsRewording } from '../../domain/learning/curation/needs-rewording.ts';
import type { Principal } from '../../domain/principal.ts';
import { Defer, enqueueJob, enqueueJobs, type Job, type JobContext } from '../../jobs/index.ts';
import { enqueueCleanup } from '../../memories/cleanup/index.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import { isModelUnavailable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { expireCanaries } from '../../skills/changesets/index.ts';
import { lockLibrary } from '../../skills/library/index.ts';
import { ageSkills } from './age-skills.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { rewriteProfiles } from './rewrite-profiles.ts';
import { curationStore } from './store.ts';

// Skills that fail too often are nominated for evolution, and those with a rule that is shown before calls in vain. One that was nominated is so again only after as
// many further uses as a first nomination takes: without new evidence the same question would get the same
// answer.

/** Most nominations of one run; the least successful skills come first. */
const AT_ONCE = 50;

/**
 * Enqueues evolution of the agent's skills that have enough uses, and too little success or a rule that needs other words;
 * answers with their number.
 */
async function nominateSkills(
  runtime: Runtime,
  { tenant, agentId }: Job<'curate'>,
  { commit }: JobContext,
): Promise<number> {
  const { minUses, maxSuccessRate } = runtime.config.evolution;
  return await commit(async (tx) => {
    const store = curationStore(tx, tenant);
    const rule = { minUses, maxSuccessRate, limit: AT_ONCE };
    const failing = await store.underperformers(agentId, rule);
    const vain = (await store.judgedRules(agentId, minUses)).filter(needsRewording);
    const byId = new Map([...failing, ...vain].map((skill) => [skill.id, skill]));
    const skills = [...byId.values()].slice(0, AT_ONCE);
    await store.noteNominated(skills);
    await enqueueJobs(
      runtime,
      tx,
      skills.map(({ id: skillId }) => ({ kind: 'evolve', tenant, agentId, skillId })),
    );
    return skills.length;
  });
}

const OVER_BUDGET_WAIT_MS = 3_600_000;

/** A part that asks the model; it answers with how much it did. */
type Part = (runtime: Runtime, job: Job<'curate'>, context: JobContext) => Promise<number>;

/** By the names that the log counts them under. */
const MODEL_PARTS: Record<string, Part> = { merges: mergeDuplicates, profiles: rewriteProfiles };

/**
 * Ages the agent's skills, expires canaries, has its memories checked, nominates those that fail too often, proposes merges of rules
 * that say the same, and words users' cards again. Shared skills only age: their text is changed by people
 * alone. Logged as `curation.done`. Over budget the job is deferred by an hour; an outage fails the attempt,
 * after everything else was done.
 */
export async function curateAgent(runtime: Runtime, job: Job<'curate'>, context: JobContext): Promise<void> {
  const { tenant, agentId } = job;
  const aged = await ageSkills(runtime, job, context);
  const canaries = await endOldCanaries(runtime, job, context);
  await context.commit((tx) => enqueueCleanup(runtime, tx, job));
  const learns = modelConfigured(runtime.config) && agentId !== SHARED_AGENT;
  const nominated = learns ? await nominateSkills(runtime, job, context) : 0;
  const { counts, failures } = await runParts(runtime, job, { parts: learns ? MODEL_PARTS : {}, context });
  const unfinished = [...failures.keys()];
  runtime.log.info('curation.done', {
    ...{ tenant, agent_id: agentId, ...aged, canaries, nominated, merges: 0, profiles: 0, ...counts },
    ...(unfinished.length === 0 ? {} : { unfinished }),
  });
  const errors = [...failures.values()];
  if (errors.some(isOverBudget)) throw new Defer(OVER_BUDGET_WAIT_MS);
  if (errors.length > 0) throw errors[0];
}

/**
 * Runs each part; where the model cannot be asked, the next one is run none the less. Other errors end the
 * job.
 */
async function runParts(
  runtime: Runtime,
  job: Job<'curate'>,
  { parts, context }: { parts: Record<string, Part>; context: JobContext },
): Promise<{ counts: Record<string, number>; failures: Map<string, unknown> }> {
  const counts: Record<string, number> = {};
  const failures = new Map<string, unknown>();
  for (const [name, part] of Object.entries(parts)) {
    try {
      counts[name] = await part(runtime, job, context);
    } catch (error) {
      if (!isModelUnavailable(error) && !isOverBudget(error)) throw error;
      failures.set(name, error);
    }
  }
  return { counts, failures };
}

// Canaries end without a verdict where they are too old or nobody is served their skill any more. Needs no
// model.

/** Expires what is due of the job's agent, after its skills have aged; returns how many canaries. */
async function endOldCanaries(runtime: Runtime, job: Job<'curate'>, context: JobContext): Promise<number> {
  const { tenant, agentId } = job;
  for (let ended = 0; ; ) {
    const { expired, more } = await context.commit(async (tx) => {
      await lockLibrary(tx, tenant, agentId);
      return await expireCanaries(runtime, tx, tenant, agentId);
    });
    ended += expired;
    if (!more) return ended;
  }
}

// Asks for curation of an agent now. There is always something to do: what needs no model.

/** Queues curation of an agent, or of the shared skills. */
export async function startCuration(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<{ status: 'queued'; kind: 'curate' }> {
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'curate', tenant, agentId }));
  return { status: 'queued', kind: 'curate' };
}
