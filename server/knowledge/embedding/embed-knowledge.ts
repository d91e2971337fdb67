/**
 * The embed job: gives every servable text of an agent that lacks one a vector in the space of the present model. The endpoint is
 * asked outside any transaction, so a vector is kept only while its text is still the same.
 */
import { enqueueJob, type Job, type JobContext } from '../../jobs/index.ts';
import { bumpRevision } from '../index.ts';
import { EmbeddingsError } from '../../platform/embeddings/embeddings-error.ts';
import { vectorSpace } from '../../platform/embeddings/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { embedTexts } from './embed-texts.ts';
import { embeddingStore, type NewVector, type OwnedText } from './store.ts';
import type { Noun } from './text.ts';

/** Texts of one request; few, because a gateway reads the reply while it answers others. */
const TEXTS_AT_ONCE = 16;
const TEXTS_READ = 400;
/** Texts of one run; what is left waits for the next, so that other jobs have their turn. */
const TEXTS_A_RUN = 4000;
/** Pause before the next run after an endpoint failed in the midst of one. */
const PAUSE_MS = 60_000;

/** One run of the job. */
interface Run {
  runtime: Runtime;
  job: Job<'embed'>;
  context: JobContext;
  space: string;
  /** Texts that were settled. */
  done: number;
}

/** Embeds what lacks a vector. An endpoint that gives none fails the attempt, unless it gave some: then it is asked again later. */
export async function embedKnowledge(
  runtime: Runtime,
  job: Job<'embed'>,
  context: JobContext,
): Promise<void> {
  const space = vectorSpace(runtime.config);
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
async function embedAll(run: Run, noun: Noun): Promise<boolean> {
  const { runtime, job, context, space } = run;
  const { tenant, agentId } = job;
  const store = embeddingStore(runtime.db.read, tenant);
  for (let after = ''; ; ) {
    const texts = await store.lacking(noun, { agentId, space, after, limit: TEXTS_READ });
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      if (run.done >= TEXTS_A_RUN) return false;
      context.signal.throwIfAborted();
      await embedSome(run, noun, texts.slice(start, start + TEXTS_AT_ONCE));
    }
    if (texts.length < TEXTS_READ) return true;
    after = texts.at(-1)?.id ?? after;
  }
}

async function embedSome(run: Run, noun: Noun, texts: readonly OwnedText[]): Promise<void> {
  const { runtime, job, context, space } = run;
  const { tenant, agentId } = job;
  const vectors = await embedTexts(
    runtime,
    texts.map(({ text }) => text),
    context.signal,
  );
  const made = texts.map(
    (owned, at): NewVector => ({ ...owned, noun, agentId, vector: vectors[at] ?? null }),
  );
  await context.commit(async (tx) => {
    // The revision comes first: until this ends, nobody can change or erase what the vectors are of.
    await bumpRevision(tx, tenant, agentId, noun === 'skill' ? 'skills' : 'memories');
    const store = embeddingStore(tx, tenant);
    const found = await store.present(
      noun,
      made.map(({ id }) => id),
    );
    const present = new Map(found.map(({ id, text }) => [id, text]));
    await store.put(
      made.filter(({ id, text }) => present.get(id) === text),
      { space, at: runtime.clock() },
    );
  });
  run.done += texts.length;
}

async function continueLater({ runtime, job, context }: Run, delayMs: number): Promise<void> {
  const { tenant, agentId } = job;
  await context.commit((tx) => enqueueJob(runtime, tx, { kind: 'embed', tenant, agentId, delayMs }));
}
