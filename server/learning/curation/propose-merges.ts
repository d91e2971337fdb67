/**
 * One skill's near-duplicates: asked about, judged and proposed as one changeset, all in the name of
 * curation.
 */

import { dedupAnswer } from '../../domain/learning/answers.ts';
import { type Comparison, mergeOps } from '../../domain/learning/curation/merge-ops.ts';
import { dedupPrompt } from '../../domain/learning/prompts/dedup.ts';
import type { EarlierChange } from '../../domain/learning/quote.ts';
import { SYSTEM_ACTORS } from '../../domain/principal.ts';
import { applyOps } from '../../domain/skills/changesets/apply-ops.ts';
import type { SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { derive, type Trusted } from '../../domain/trust/side.ts';
import type { Job, JobContext } from '../../jobs/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { proposeChangesets } from '../../skills/changesets/index.ts';
import { judgeChange, recentRuns } from '../evolution/index.ts';
import { curationStore } from './store.ts';

/** Runs that the judge of a merge sees. */
const JUDGED_RUNS = 3;

/** What is asked, about which version of the skill. */
interface Question {
  comparison: Comparison;
  version: number;
  /** Merges of the agent that were refused. */
  rejected: Trusted<readonly EarlierChange[]>;
  context: JobContext;
}

/** Proposes the merges that a model finds among the groups; answers whether there were any. */
export async function proposeMerges(
  runtime: Runtime,
  job: Job<'curate'>,
  question: Question,
): Promise<boolean> {
  const { tenant, agentId } = job;
  const { comparison, version, context } = question;
  const { skill } = comparison;
  const write: Database['write'] = (work) =>
    context.commit(async (tx) => {
      await curationStore(tx, tenant).noteCompared([{ id: skill.id, version }]);
      return await work(tx);
    });
  const ops = await askMerges(runtime, job, question);
  if (ops.length === 0) {
    await write(() => Promise.resolve());
    return false;
  }
  const { rejected } = question;
  const scores = await judge(runtime, job, { skill, ops, rejected, signal: context.signal });
  const merges = {
    agentId,
    ops,
    rationale: `Merges rules of ${skill.name} that say the same.`,
    source: 'curation' as const,
    proposedBy: SYSTEM_ACTORS.curation,
    episodeIds: [],
    evalScore: scores?.score ?? null,
    baselineScore: scores?.baseline ?? null,
    madeFor: { [skill.id]: version },
  };
  return (await proposeChangesets(runtime, tenant, merges, write)).length > 0;
}

/** The merges as operations; none where the answer cannot be used. */
async function askMerges(
  runtime: Runtime,
  { tenant, agentId }: Job<'curate'>,
  { comparison, rejected, context: { signal } }: Question,
): Promise<Operation[]> {
  const { skill } = comparison;
  try {
    const { merges } = await askModel(runtime, {
      ...dedupPrompt(comparison, rejected),
      tenant,
      purpose: 'dedup',
      schema: dedupAnswer,
      signal,
    });
    const { ops, refused } = mergeOps(comparison, merges, runtime.config.learning.maxOpsPerChangeset);
    if (refused > 0) {
      const fields = {
        tenant,
        agent_id: agentId,
        source: 'curation',
        skill_id: skill.id,
        changeset_id: null,
      };
      runtime.log.info('changeset.dropped_ops', { ...fields, dropped: { unfit_merge: refused } });
    }
    return ops;
  } catch (error) {
    if (!isModelUnusable(error)) throw error;
    runtime.log.warn('dedup.failed', { tenant, agent_id: agentId, skill_id: skill.id, fault: error.problem });
    return [];
  }
}

async function judge(
  runtime: Runtime,
  { tenant, agentId }: Job<'curate'>,
  {
    skill,
    ops,
    rejected,
    signal,
  }: { skill: SkillState; signal: AbortSignal } & Pick<Question, 'rejected'> & { ops: readonly Operation[] },
) {
  const unused = () => {
    throw new Error('a merge creates nothing');
  };
  const after = derive(rejected, () => applyOps([skill], ops, { newSkillId: unused, newBulletId: unused }));
  const runs = await recentRuns(runtime, tenant, { agentId, skillId: skill.id, limit: JUDGED_RUNS });
  return await judgeChange(runtime, tenant, { change: { before: [skill], after, runs }, signal });
}
