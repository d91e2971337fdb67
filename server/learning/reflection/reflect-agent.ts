/**
 * The reflect job: looks at the agent's oldest episodes that were not reflected on, judges how they went where nobody said, asks what
 * each teaches, and makes memories and one proposal of it. The model is asked outside transactions, and everything is
 * committed through the job, so that a worker that has lost it leaves nothing behind.
 */
import { contrastTo } from '../../domain/learning/reflection/contrast.ts';
import { Defer, enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import { modelConfigured } from '../../platform/llm/endpoint.ts';
import { isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { curateLessons } from './curate-lessons.ts';
import { judgeOutcome } from './judge-outcome.ts';
import { keepMemories } from './keep-memories.ts';
import type { Reflection, Run } from './records.ts';
import { reflectOnRun } from './reflect-on-run.ts';
import { eachOf, rowsOf, type Session } from './session.ts';

/** Episodes of one job. */
const BATCH = 20;

/** Earlier runs among which one is sought that ended otherwise. */
const COMPARED = 200;

/** A tenant's budget is of a day; until it is a new one, a job looks again every hour. */
const BUDGET_PAUSE_MS = 3_600_000;

/** How long the episodes wait that gave no usable answer, when there are no others. */
const RETRY_PAUSE_MS = 60_000;

/**
 * Reflects on up to 20 episodes and enqueues itself again where there are more. Ends at once without a model. Throws what
 * the model's outage throws, so that the job is tried again, and a Defer where the budget is used up.
 */
export async function reflectAgent(
  runtime: Runtime,
  { tenant, agentId }: Pick<Job<'reflect'>, 'tenant' | 'agentId'>,
  context: JobContext,
): Promise<void> {
  if (!modelConfigured(runtime.config)) return;
  const session = { runtime, tenant, agentId, context };
  try {
    await reflectOnBatch(session);
  } catch (error) {
    if (isOverBudget(error)) throw new Defer(BUDGET_PAUSE_MS);
    throw error;
  }
}

async function reflectOnBatch(session: Session): Promise<void> {
  const rows = rowsOf(session, session.runtime.db.read);
  const ids = await rows.unreflected(session.agentId, BATCH);
  if (ids.length === 0) return;
  const found = await eachOf(ids, async (id) => {
    const run = await rows.run(id);
    return run === null ? null : await judgeOutcome(session, run);
  });
  const runs = found.filter((run) => run !== null);
  const reflections = await reflectOnAll(session, runs);
  const kept = await eachOf(reflections, (reflection) => keepMemories(session, reflection));
  await curateLessons(
    session,
    kept.filter((reflection) => reflection !== null),
  );
  await enqueueRest(session, new Set(ids));
}

/** Reflects on each run beside the likest one that ended otherwise, which may be one of them or an earlier one. */
async function reflectOnAll(session: Session, runs: readonly Run[]): Promise<Reflection[]> {
  const rows = rowsOf(session, session.runtime.db.read);
  const earlier = await rows.rewarded(session.agentId, COMPARED);
  const reflections = await eachOf(runs, async (run) => {
    const like = contrastTo(run, [...runs, ...earlier]);
    const contrast = like === null ? null : await rows.run(like.id);
    return await reflectOnRun(session, run, contrast);
  });
  return reflections.filter((reflection) => reflection !== null);
}

/** Enqueues the next job where episodes wait: at once, unless all of them were in this one already. */
async function enqueueRest(session: Session, seen: ReadonlySet<string>): Promise<void> {
  const { runtime, tenant, agentId, context } = session;
  await context.commit(async (tx) => {
    const waiting = await rowsOf(session, tx).unreflected(agentId, BATCH);
    if (waiting.length === 0) return;
    const delayMs = waiting.every((id) => seen.has(id)) ? RETRY_PAUSE_MS : 0;
    await enqueueJob(runtime, tx, { kind: 'reflect', tenant, agentId, delayMs });
  });
}
