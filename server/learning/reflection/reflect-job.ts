/** What every step of one reflect job needs, and how its steps are taken. */

import type { z } from 'zod';
import { inChunks } from '../../domain/in-chunks.ts';
import type { Answer, Purpose } from '../../domain/learning/answers.ts';
import type { Prompt } from '../../domain/learning/prompts/prompt.ts';
import type { Lesson } from '../../domain/learning/reflection/lessons.ts';
import type { Outcome } from '../../domain/runs/episodes/episode.ts';
import type { RewardSource } from '../../domain/runs/reward.ts';
import type { SourcedRun, TrustPolicy } from '../../domain/trust/parts.ts';
import { derive, type Side, type Sided, type Sourced } from '../../domain/trust/side.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnusable, type ModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { nextTurn } from '../../platform/turns.ts';
import { reflectionStore } from './store.ts';

/**
 * Episodes of a job that are worked on at once: a slow answer must not hold up the others, nor one job all.
 */
const AT_ONCE = 4;

/** One job's tenant and agent, and its hold on the job. */
export interface ReflectJob {
  readonly runtime: Runtime;
  readonly tenant: string;
  readonly agentId: string;
  readonly context: JobContext;
  /** Whose texts teach by policy. */
  readonly trust: TrustPolicy;
}

export function reflectionRows(runtime: Runtime, tx: Tx, tenant: string) {
  return reflectionStore(tx, tenant, runtime.db.dialect);
}

/** The fields by which a log line of the job is found. */
export function logFields({ tenant, agentId }: ReflectJob) {
  return { tenant, agent_id: agentId };
}

interface ModelQuestion<T, S extends Side> {
  purpose: Purpose;
  schema: z.ZodType<T>;
  prompt: Sided<Prompt, S>;
  /** The values that fields of these names may have. */
  choices?: Readonly<Record<string, readonly string[]>>;
}

/** Asks the model; its answer is of the side of what it was shown. One that cannot be used is returned as what is wrong with it. */
export async function ask<T, S extends Side>(
  {
    runtime,
    tenant,
    context,
  }: Pick<ReflectJob, 'runtime' | 'tenant'> & { context: Pick<JobContext, 'signal'> },
  { purpose, schema, prompt, choices = {} }: ModelQuestion<T, S>,
): Promise<{ answer: Sided<T, S> } | { unusable: ModelUnusable }> {
  try {
    const { signal } = context;
    const answer = await askModel(runtime, { tenant, purpose, ...prompt, schema, choices, signal });
    return { answer: derive(prompt, () => answer) };
  } catch (error) {
    if (isModelUnusable(error)) return { unusable: error };
    throw error;
  }
}

/**
 * Takes a step for each item, a few at once, and returns what came of them in order. After a failure no
 * further steps are begun; those under way are waited for, so that nothing goes on behind the back of a job
 * that has ended.
 */
export async function mapInOrder<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const chunk of inChunks(items, AT_ONCE)) {
    // A run may be megabytes: each is read, quoted and written in turns of its own.
    const taken = await Promise.allSettled(
      chunk.map(async (item) => {
        await nextTurn();
        return await step(item);
      }),
    );
    for (const outcome of taken) {
      if (outcome.status === 'rejected') throw outcome.reason;
      results.push(outcome.value);
    }
  }
  return results;
}

// A recorded run as reflection reads it, and what a model said of it until curation has used that.

/** A run with everything that a model may see of it. */
export interface Run extends SourcedRun {
  readonly recallId: string | null;
  readonly rewardSource: RewardSource | null;
  /** What a model took its unreported outcome for. */
  readonly judged: { outcome: Outcome; confidence: number } | null;
  /** A reflection on it that waits for curation. */
  readonly draft: ReflectionDraft | null;
  /** Changes whenever something is added that a reflection should have seen. */
  readonly mark: string;
}

export type LearnedMemory = Answer<'reflect'>['memories'][number];

/** What is left to do of a reflection: lessons to curate, memories to keep. */
export interface ReflectionDraft {
  /**
   * Ids of the runs that the model was shown, the run itself first: where one of them is erased, nothing of
   * this may stay.
   */
  readonly rests: readonly string[];
  /** The mark of the run as the model saw it. */
  readonly mark: string;
  /** Whose texts the views trusted: under another policy they are others. */
  readonly trust: TrustPolicy;
  /** What each view of the run taught. Drafts of earlier versions have none, and are made anew. */
  readonly parts: readonly TaughtPart[];
}

/** What one view of a run taught, and the untrusted sources whose texts stood in it. */
export interface TaughtPart extends Sourced {
  readonly summary: string;
  readonly lessons: readonly Lesson[];
  readonly memories: readonly LearnedMemory[];
}

export interface Reflection {
  readonly run: Run;
  readonly draft: ReflectionDraft;
}
