/**
 * The embed job: gives every servable text of an agent that lacks one a vector in the space of the present
 * model. The endpoint is asked outside any transaction, so a vector is kept only while its text is still the
 * same.
 */
import type { Vector } from '../../domain/knowledge/vector.ts';
import { enqueueJob, enqueueJobs, type Job, type JobContext } from '../../jobs/index.ts';
import { EmbeddingsError } from '../../platform/embeddings/endpoint.ts';
import { fetchVectors } from '../../platform/embeddings/fetch-vectors.ts';
import {
  configuredSpace,
  isSpaceSettled,
  namedSpace,
  serveSpace,
  type VectorSpace,
} from '../../platform/embeddings/vector-space.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { bumpMemories, bumpSkills } from '../index.ts';
import { type AgentPlace, vectorsOfAllTenants } from './all-tenants-store.ts';
import { type EmbeddedKind, embeddingStore, type NewVector, type OwnedText } from './store.ts';

// Asks for the vectors of a few texts, as a job does: with a long timeout, and so that one text the endpoint
// refuses spoils no other.

const TIMEOUT_MS = 30_000;

/** A text that any endpoint takes which takes texts at all. */
const HARMLESS = 'hello';

/**
 * The vectors of `texts` in their order, null where the endpoint refuses a text but not others. Throws {@link
 * EmbeddingsError} where the endpoint gives none, and the signal's reason.
 */
async function embedTexts(run: Run, texts: readonly string[]): Promise<(Vector | null)[]> {
  const { runtime, space } = run;
  const { signal } = run.context;
  const fetched = (some: readonly string[]) => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return fetchVectors(runtime.config, some, { space, role: 'passage', signal: inTime });
  };
  try {
    return await fetched(texts);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EmbeddingsError) || error.kind !== 'refused') throw error;
    if (texts.length > 1) {
      const half = texts.length >> 1;
      const first = await embedTexts(run, texts.slice(0, half));
      return [...first, ...(await embedTexts(run, texts.slice(half)))];
    }
    await fetched([HARMLESS]);
    return [null];
  }
}

/** Texts of one request; few, because a gateway reads the reply while it answers others. */
const TEXTS_AT_ONCE = 16;
const TEXTS_READ = 400;
/** Texts of one run; what is left waits for the next, so that other jobs have their turn. */
const TEXTS_A_RUN = 4000;
/** Pause before the next run after an endpoint failed in the midst of one. */
const PAUSE_MS = 60_000;

interface Run {
  runtime: Runtime;
  job: Job<'embed'>;
  context: JobContext;
  space: VectorSpace;
  /** Texts that are done with: they have a vector now, or will have none. */
  done: number;
}

/**
 * Embeds what lacks a vector. An endpoint that gives none fails the attempt, unless it gave some: then it is
 * asked again later.
 */
export async function embedKnowledge(
  runtime: Runtime,
  job: Job<'embed'>,
  context: JobContext,
): Promise<void> {
  const space = configuredSpace(runtime.config);
  if (space === null) return;
  const run: Run = { runtime, job, context, space, done: 0 };
  try {
    const isComplete = (await embedAll(run, 'skill')) && (await embedAll(run, 'memory'));
    if (!isComplete) await continueLater(run, 0);
  } catch (error) {
    if (!(error instanceof EmbeddingsError)) throw error;
    const { tenant, agentId } = job;
    const fields = { tenant, agent_id: agentId, purpose: 'job', reason: error.message, embedded: run.done };
    runtime.log.warn('embeddings.failed', fields);
    if (run.done === 0) throw error;
    await continueLater(run, PAUSE_MS);
  }
}

/** Embeds the texts of one noun; false where some are left because the run has done enough. */
async function embedAll(run: Run, noun: EmbeddedKind): Promise<boolean> {
  const { runtime, job, context, space } = run;
  const { tenant, agentId } = job;
  const store = embeddingStore(runtime.db.read, tenant);
  for (let after = ''; ; ) {
    const texts = await store.lacking(noun, { agentId, space: space.name, after, limit: TEXTS_READ });
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      if (run.done >= TEXTS_A_RUN) return false;
      context.signal.throwIfAborted();
      await embedSome(run, noun, texts.slice(start, start + TEXTS_AT_ONCE));
    }
    if (texts.length < TEXTS_READ) return true;
    after = texts.at(-1)?.id ?? after;
  }
}

async function embedSome(run: Run, noun: EmbeddedKind, texts: readonly OwnedText[]): Promise<void> {
  const { runtime, job, context, space } = run;
  const { tenant, agentId } = job;
  const vectors = await embedTexts(
    run,
    texts.map(({ text }) => text),
  );
  const made = texts.map(
    (owned, at): NewVector => ({ ...owned, noun, agentId, vector: vectors[at] ?? null }),
  );
  await context.commit(async (tx) => {
    // The revision comes first: until this ends, nobody can change or erase what the vectors are of.
    const ids = made.map(({ id }) => id);
    if (noun === 'skill') await bumpSkills(tx, tenant, agentId, ids);
    else await bumpMemories(tx, tenant, agentId);
    const store = embeddingStore(tx, tenant);
    const found = await store.present(noun, ids);
    const present = new Map(found.map(({ id, text }) => [id, text]));
    await store.put(
      made.filter(({ id, text }) => present.get(id) === text),
      { space: space.name, at: runtime.clock() },
    );
  });
  run.done += texts.length;
}

async function continueLater({ runtime, job, context }: Run, delayMs: number): Promise<void> {
  const { tenant, agentId } = job;
  await context.commit((tx) => enqueueJob(runtime, tx, { kind: 'embed', tenant, agentId, delayMs }));
}

// Finds what no change has told of: everything after another model was configured, or the first one; what was
// written while there was none; what was given up while the endpoint was out. Any number of workers may do
// this at once.

const AGENTS_AT_ONCE = 200;

/**
 * Enqueues a job for every agent with a text that lacks a vector of the present model; answers with how many
 * there are.
 */
export async function enqueueLacking(runtime: Runtime): Promise<number> {
  const space = configuredSpace(runtime.config);
  if (space === null) return 0;
  let last: AgentPlace = { tenant: '', agentId: '' };
  let count = 0;
  for (;;) {
    const agents = await vectorsOfAllTenants(runtime.db.read).agents(space.name, last, AGENTS_AT_ONCE);
    if (agents.length > 0) {
      const jobs = agents.map((agent) => ({ kind: 'embed' as const, ...agent }));
      await runtime.db.write((tx) => enqueueJobs(runtime, tx, jobs));
    }
    count += agents.length;
    last = agents.at(-1) ?? last;
    if (agents.length < AGENTS_AT_ONCE) break;
  }
  await removeOutdated(runtime, space);
  return count;
}

/** Longer than any process goes on with the space before. */
const KEPT_MS = 3_600_000;
const REMOVED_AT_ONCE = 500;

async function removeOutdated(runtime: Runtime, { name }: VectorSpace): Promise<void> {
  const until = new Date(runtime.clock().getTime() - KEPT_MS);
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
    removed = await runtime.db.write((tx) =>
      vectorsOfAllTenants(tx).removeOutdated(name, { until, limit: REMOVED_AT_ONCE }),
    );
  }
}

// After a change of the model, texts are compared in the space before until all of them have vectors of the
// new one: no recall goes by words alone meanwhile.

const LOOK_EVERY_MS = 30_000;

/** Finds the space to serve, and has the process serve it; whether that is settled. */
export async function findServedSpace(runtime: Runtime): Promise<boolean> {
  const space = configuredSpace(runtime.config);
  if (space === null) return true;
  const before = await vectorsOfAllTenants(runtime.db.read).spaceBefore(space.name);
  runtime.metrics.embeddingsOutdated.set(before?.texts ?? 0);
  serveSpace(runtime, before === null ? space : namedSpace(before.name));
  if (before !== null) {
    const fields = { served: before.name, configured: space.name, left: before.texts };
    runtime.log.info('embeddings.outdated', fields);
  }
  return isSpaceSettled(runtime);
}

/** Looks for the space to serve now, and again and again until it is settled. To be called when a process starts. */
export async function followServedSpace(runtime: Runtime): Promise<void> {
  let isSettled = false;
  try {
    isSettled = await findServedSpace(runtime);
  } catch (error) {
    runtime.log.warn('embeddings.space_unknown', errorFields(error));
  }
  if (!isSettled) setTimeout(() => void followServedSpace(runtime), LOOK_EVERY_MS).unref();
}
