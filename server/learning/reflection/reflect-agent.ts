/**
 * The reflect job: looks at the agent's oldest episodes that were not reflected on, judges how they went
 * where nobody said, asks what each teaches, and makes memories and one proposal of it. The model is asked
 * outside transactions, and everything is committed through the job, so that a worker that has lost it leaves
 * nothing behind.
 */
import { contrastTo } from '../../domain/learning/reflection/choose-skills.ts';
import type { Principal } from '../../domain/principal.ts';
import { Defer, enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import { isModelUnavailable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isFullOfMemories } from '../../platform/tenants/quotas.ts';
import { readTrust, TrustChanged } from '../sources/index.ts';
import { curateLessons } from './curate-lessons.ts';
import { noteFailure, RETRY_PAUSE_MS } from './finalize-reflections.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { keepMemories } from './keep-memories.ts';
import { mapInOrder, type Reflection, type ReflectJob, type Run, reflectionRows } from './reflect-job.ts';
import { reflectOnRun } from './reflect-on-run.ts';
import { reflectionStore } from './store.ts';

/** Episodes of one job. */
const BATCH = 20;

/** Earlier runs among which one is sought that ended otherwise. */
const COMPARED = 200;

/** A tenant's budget is of a day; until it is a new one, a job looks again every hour. */
const BUDGET_PAUSE_MS = 3_600_000;

const SECOND_MS = 1000;

/**
 * Reflects on up to 20 episodes and enqueues itself again where there are more. Ends at once without a model.
 * Throws what the model's outage throws, so that the job is tried again, and a Defer where the budget is used
 * up or the tenant's quota of memories.
 */
export async function reflectAgent(
  runtime: Runtime,
  { tenant, agentId }: Pick<Job<'reflect'>, 'tenant' | 'agentId'>,
  context: JobContext,
): Promise<void> {
  if (!modelConfigured(runtime.config)) return;
  // What is learned from a run would have no place: the episodes wait until there is room.
  if (await isFullOfMemories(runtime, tenant)) throw new Defer(BUDGET_PAUSE_MS);
  const trust = await readTrust(runtime, runtime.db.read, tenant, agentId);
  const reflectJob = { runtime, tenant, agentId, context, trust };
  try {
    await reflectOnBatch(reflectJob);
  } catch (error) {
    if (isOverBudget(error)) throw new Defer(BUDGET_PAUSE_MS);
    if (isModelUnavailable(error)) {
      const rows = reflectionRows(runtime, runtime.db.read, tenant);
      const waiting = await rows.unreflected(agentId, BATCH);
      await noteFailure(
        reflectJob,
        waiting.map(({ id }) => id),
        error,
      );
    }
    throw error;
  }
}

async function reflectOnBatch(reflectJob: ReflectJob): Promise<void> {
  const { runtime, tenant, agentId } = reflectJob;
  const rows = reflectionRows(runtime, runtime.db.read, tenant);
  const ids = (await rows.unreflected(agentId, BATCH)).map(({ id }) => id);
  if (ids.length === 0) return;
  const found = await mapInOrder(ids, async (id) => {
    const run = await rows.run(id);
    return run === null ? null : await judgeOutcome(reflectJob, run);
  });
  const runs = found.filter((run) => run !== null);
  const reflections = await reflectOnAll(reflectJob, runs);
  const seen = await applyReflections(reflectJob, reflections);
  await enqueueRest(reflectJob, new Set(seen ? ids : []));
}

/** Keeps memories and makes proposals; false where whose texts are trusted has changed, so that all runs are to be read anew. */
async function applyReflections(
  reflectJob: ReflectJob,
  reflections: readonly Reflection[],
): Promise<boolean> {
  try {
    const kept = await mapInOrder(reflections, (reflection) => keepMemories(reflectJob, reflection));
    await curateLessons(
      reflectJob,
      kept.filter((reflection) => reflection !== null),
    );
    return true;
  } catch (error) {
    if (error instanceof TrustChanged) return false;
    throw error;
  }
}

/**
 * Reflects on each run beside the likest one that ended otherwise, which may be one of them or an earlier
 * one.
 */
async function reflectOnAll(reflectJob: ReflectJob, runs: readonly Run[]): Promise<Reflection[]> {
  const { runtime, tenant, agentId } = reflectJob;
  const rows = reflectionRows(runtime, runtime.db.read, tenant);
  const newest = { dialect: runtime.db.dialect, now: runtime.clock(), take: COMPARED };
  const earlier = await rows.rewarded(agentId, newest);
  const reflections = await mapInOrder(runs, async (run) => {
    const contrasting = contrastTo(run, [...runs, ...earlier]);
    const contrast = contrasting === null ? null : await rows.run(contrasting.id);
    return await reflectOnRun(reflectJob, run, contrast);
  });
  return reflections.filter((reflection) => reflection !== null);
}

/**
 * Enqueues the next job where episodes wait: at once where some were not in this one; when the agent has been quiet where
 * some were, and were rated or added to meanwhile; after a pause where none of them got an answer that could be used.
 */
async function enqueueRest(reflectJob: ReflectJob, seen: ReadonlySet<string>): Promise<void> {
  const { runtime, tenant, agentId, context } = reflectJob;
  await context.commit(async (tx) => {
    const waiting = await reflectionRows(runtime, tx, tenant).unreflected(agentId, BATCH);
    if (waiting.length === 0) return;
    const isRest = waiting.some(({ id }) => !seen.has(id));
    const debounceMs = runtime.config.learning.reflectDebounceSeconds * SECOND_MS;
    const retryMs = waiting.some(({ attempts }) => attempts === 0) ? debounceMs : RETRY_PAUSE_MS;
    await enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId, delayMs: isRest ? 0 : retryMs });
  });
}

// Reflection on demand. Only a learning model can reflect, so where there is none the answer says that
// nothing was queued and why, and episodes stay as they are.

/** What became of the request, and why nothing was queued. */
type StartResult = { status: 'queued' } | { status: 'skipped'; reason: string };

const NO_MODEL: StartResult = { status: 'skipped', reason: 'no learning model is configured' };

/** Queues reflection on an agent's unreflected episodes. */
export async function startReflection(
  runtime: Runtime,
  { tenant }: Principal,
  agentId: string,
): Promise<StartResult & { kind: 'reflect' }> {
  if (!modelConfigured(runtime.config)) return { ...NO_MODEL, kind: 'reflect' };
  await runtime.db.write((tx) => enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId }));
  return { status: 'queued', kind: 'reflect' };
}

/**
 * Queues reflection on the agent's newest episodes, at most `limit`, whether they were reflected on or not;
 * `episodes` is how many there are. What they taught stays; the verdicts that they gave on rules will be
 * replaced.
 */
export async function replayEpisodes(
  runtime: Runtime,
  { tenant }: Principal,
  { agentId, limit }: { agentId: string; limit: number },
): Promise<StartResult & { episodes: number }> {
  if (!modelConfigured(runtime.config)) return { ...NO_MODEL, episodes: 0 };
  const episodes = await runtime.db.write(async (tx) => {
    const count = await reflectionStore(tx, tenant, runtime.db.dialect).forgetReflections(agentId, limit);
    if (count > 0) await enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId });
    return count;
  });
  return { status: 'queued', episodes };
}
