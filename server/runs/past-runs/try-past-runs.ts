/**
 * The past_runs job of a changeset: asks, for each of the last recorded recalls, whether it would serve the skills as
 * proposed. It calls no model and changes nothing but the changeset's row of results; run again, it begins again.
 */
import PQueue from 'p-queue';
import { lastRuns, type PastRun } from '../../admin/rehearsals/index.ts';
import { mostInFull, wasInFull } from '../../domain/admin/rehearsal/rehearse-recall.ts';
import { SHARED_AGENT } from '../../domain/fields.ts';
import { type RecordedTask, serveAgain } from '../../domain/runs/recall/serve-again.ts';
import { MOST_PAST_RUNS, type TriedRun } from '../../domain/skills/changesets/past-runs.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import {
  type KnownSkill,
  knowledgeOf,
  revisionStore,
  type SkillSnapshot,
  toRankable,
} from '../../knowledge/index.ts';
import { tenantConfig } from '../../platform/config/tenant-config.ts';
import { readFromReplica } from '../../platform/db/replica/replica.ts';
import { backgroundCosines } from '../../platform/embeddings/background.ts';
import { queryVector } from '../../platform/embeddings/query-vector.ts';
import { ServiceError } from '../../platform/errors.ts';
import { errorFields, errorText } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { compute } from '../../platform/thread-pool.ts';
import { type PastRunsResult, pastRunsStore, proposedSkills } from '../../skills/changesets/index.ts';

/** Of a shared skill, the agents that ran last. */
const MOST_AGENTS = 20;
/** Nobody waits for a vector here, as a recall does. */
const VECTOR_TIMEOUT_MS = 10_000;
/** To rank so many skills for so many recalls takes about 5 ms; 5,000 for 200 take a second. */
const FEW = { skills: 100, tasks: 20 };

const SERVING = { script: 'server/domain/runs/recall/serve-again.ts', run: serveAgain };

export async function tryPastRuns(
  runtime: Runtime,
  { tenant, changesetId }: Job<'past_runs'>,
  context: JobContext,
): Promise<void> {
  const asked = await pastRunsStore(runtime.db.read, tenant).find(changesetId);
  if (asked === null || asked.status === 'done') return;
  const end = (result: PastRunsResult) =>
    context.commit((tx) => pastRunsStore(tx, tenant).end(changesetId, asked.round, result, runtime.clock()));
  try {
    const runs = await findRuns(runtime, tenant, changesetId, context.signal);
    await end({ status: 'done', runs });
  } catch (error) {
    if (context.signal.aborted) throw error;
    // The changeset was decided meanwhile, or no longer fits.
    if (error instanceof ServiceError) return await end({ status: 'failed', error: error.message });
    runtime.log.warn('past_runs.failed', { changeset_id: changesetId, ...errorFields(error) });
    await end({ status: 'failed', error: errorText(error) });
    // It may pass: the queue tries the job again.
    throw error;
  }
}

async function findRuns(
  runtime: Runtime,
  tenant: string,
  changesetId: string,
  signal: AbortSignal,
): Promise<TriedRun[]> {
  const { agentId, skills } = await proposedSkills(runtime, { tenant }, changesetId);
  const isShared = agentId === SHARED_AGENT;
  const past = await readFromReplica(runtime, ({ db, clock }) =>
    lastRuns(db.read, tenant, isShared ? null : agentId, {
      ...{ most: MOST_PAST_RUNS, dialect: db.dialect, now: clock() },
    }),
  );
  const byAgent = [...Map.groupBy(past, ({ recall }) => recall.agentId)].slice(0, MOST_AGENTS);
  const changed = new Map(skills.map((skill) => [skill.id, skill]));
  const tried: TriedRun[] = [];
  for (const [agent, runs] of byAgent) {
    signal.throwIfAborted();
    const library = await changedLibrary(runtime, tenant, agent, { changed, isShared });
    const { maxSkills } = library;
    const tasks = await Promise.all(runs.map(({ recall }) => taskOf(runtime, tenant, { recall, maxSkills })));
    const isLarge = library.own.length + library.shared.length > FEW.skills || tasks.length > FEW.tasks;
    // One ranking at a time, so that others have threads left.
    const queue = runtime.once('past_runs.queue', () => new PQueue({ concurrency: 1 }));
    const reached = await queue.add(() => compute(SERVING, isLarge, library, tasks));
    tried.push(
      ...runs.map(({ id, recall }, at) => ({
        ...{ id, reached: reached[at] === true },
        served: recall.skills.some((skill) => changed.has(skill.id) && wasInFull(skill)),
      })),
    );
  }
  return tried;
}

async function taskOf(
  runtime: Runtime,
  tenant: string,
  { recall: { query, skills }, maxSkills: recallMaxSkills }: Pick<PastRun, 'recall'> & { maxSkills: number },
): Promise<RecordedTask> {
  const vector = await queryVector(runtime, tenant, query, { timeoutMs: VECTOR_TIMEOUT_MS });
  const background = vector === null ? [] : backgroundCosines(runtime, vector);
  return { query, most: mostInFull(skills, { recallMaxSkills }), vector, background };
}

interface Change {
  changed: ReadonlyMap<string, KnownSkill>;
  isShared: boolean;
}

async function changedLibrary(
  runtime: Runtime,
  tenant: string,
  agentId: string,
  { changed, isShared }: Change,
) {
  const knowledge = knowledgeOf(runtime);
  const revisions = await revisionStore(runtime.db.read, tenant).read([agentId, SHARED_AGENT]);
  const present = (agent: string) => knowledge.skills(tenant, agent, revisions.get(agent)?.skills ?? 0);
  const [own, shared] = await Promise.all([present(agentId), present(SHARED_AGENT)]);
  const { minScore, maxSkills } = tenantConfig(runtime.config, shared.policy).recall;
  const none = new Map<string, KnownSkill>();
  const [ownChange, sharedChange] = isShared ? [none, changed] : [changed, none];
  return {
    own: skillsAfter(own, ownChange),
    shared: skillsAfter(shared, sharedChange),
    vectors: [vectorsAfter(own, ownChange), vectorsAfter(shared, sharedChange)],
    changed: [...changed.keys()],
    ...{ minScore, maxSkills },
  };
}

function skillsAfter({ skills }: SkillSnapshot, changed: Change['changed']) {
  return [...new Map([...skills, ...changed]).values()].map(toRankable);
}

/** Rules have no part in a vector. After another description there is none until it is computed. */
function vectorsAfter({ vectors, skills }: SkillSnapshot, changed: Change['changed']) {
  const isKept = (id: string) => {
    const [before, after] = [skills.get(id), changed.get(id)];
    return (
      after === undefined ||
      (before?.description === after.description && `${before.tags}` === `${after.tags}`)
    );
  };
  return new Map([...vectors].filter(([id]) => isKept(id)));
}
