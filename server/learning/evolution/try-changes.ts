/**
 * The search for a better wording: each iteration reflects on some runs, proposes a change, and has it judged
 * on all of them.
 */

import { ANSWERS } from '../../domain/learning/answers.ts';
import {
  bestChange,
  evolutionOps,
  minibatch,
  type TriedChange,
} from '../../domain/learning/evolution/evolution-ops.ts';
import { evolvePrompt } from '../../domain/learning/prompts/evolve.ts';
import { applyOps } from '../../domain/skills/changesets/apply-ops.ts';
import type { SkillState } from '../../domain/skills/changesets/changeset.ts';
import type { Operation } from '../../domain/skills/changesets/ops.ts';
import { derive, together } from '../../domain/trust/side.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Evidence, Lesson, Subject } from './gather-evidence.ts';
import { judgeChange } from './judge-change.ts';

/** Evolution rewrites a whole skill and may use more operations than other sources. */
const OPS_FACTOR = 3;

export interface Search {
  tenant: string;
  subject: Subject;
  evidence: Evidence;
  signal: AbortSignal;
}

/**
 * The candidates of ITERATIONS iterations, those that could be judged. An unusable answer costs its
 * iteration. Where the model cannot be asked any more, what was found by then counts if it is a gain; else
 * the error is thrown.
 */
export async function tryChanges(runtime: Runtime, search: Search): Promise<TriedChange[]> {
  const tried: TriedChange[] = [];
  for (let iteration = 0; iteration < runtime.config.evolution.iterations; iteration += 1) {
    try {
      const candidate = await tryOne(runtime, search, { iteration, tried });
      if (candidate !== null) tried.push(candidate);
    } catch (error) {
      if (isModelUnusable(error)) {
        const { tenant, subject } = search;
        runtime.log.warn('evolve.failed', { tenant, skill_id: subject.state.id, fault: error.problem });
      } else if ((isModelUnavailable(error) || isOverBudget(error)) && bestChange(tried) !== null) {
        return tried;
      } else throw error;
    }
  }
  return tried;
}

async function tryOne(
  runtime: Runtime,
  search: Search,
  { iteration, tried }: { iteration: number; tried: readonly TriedChange[] },
): Promise<TriedChange | null> {
  const { tenant, subject, evidence, signal } = search;
  const size = runtime.config.evolution.minibatch;
  const lessons = minibatch(evidence.lessons, { size, iteration });
  const { ops, rationale } = await proposeOps(runtime, search, { lessons, tried });
  // The same operations would only be judged by another throw of the same dice.
  const isNew = !tried.some((earlier) => JSON.stringify(earlier.ops) === JSON.stringify(ops));
  if (ops.length === 0 || !isNew) return null;
  const before = [subject.state];
  const { sample: runs } = evidence;
  const after = derive(subject.rejected, () => [changed(subject.state, ops)]);
  const change = { before, after, runs, maxRuns: runs.length };
  const judgement = await judgeChange(runtime, tenant, { change, signal });
  return judgement && { ops, rationale, episodeIds: lessons.map(({ id }) => id), ...judgement };
}

/**
 * The model's operations for some runs, as far as they may become a candidate; what is left out is logged by
 * its reason.
 */
async function proposeOps(
  runtime: Runtime,
  { tenant, subject, signal }: Search,
  { lessons, tried }: { lessons: readonly Lesson[]; tried: readonly TriedChange[] },
): Promise<{ ops: Operation[]; rationale: string }> {
  const { state: skill, agentId, rejected } = subject;
  const limit = runtime.config.learning.maxOpsPerChangeset * OPS_FACTOR;
  const quotes = derive(together(lessons.map(({ quote }) => quote)), (all) => all.map(({ text }) => text));
  const { ops, rationale } = await askModel(runtime, {
    ...evolvePrompt({ skill, quotes, tried, rejected, maxOps: limit }),
    tenant,
    purpose: 'evolve',
    schema: ANSWERS.evolve,
    signal,
  });
  const { kept, refused } = evolutionOps(ops, { skill, limit });
  if (kept.length < ops.length) {
    const fields = { tenant, agent_id: agentId, source: 'evolution', skill_id: skill.id };
    runtime.log.info('changeset.dropped_ops', { ...fields, changeset_id: null, dropped: refused });
  }
  return { ops: kept, rationale };
}

/**
 * The skill as the operations would make it, for the judge alone: new rules get ids that are never stored.
 */
function changed(skill: SkillState, ops: readonly Operation[]): SkillState {
  let made = 0;
  const newId = () => `new_${made++}`;
  const [after] = applyOps([skill], ops, { newSkillId: newId, newBulletId: newId });
  return after ?? skill;
}
