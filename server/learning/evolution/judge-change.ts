/** Asks a judge what a change is worth: the scores that policy, reviewers and evolution go by. */
import { judgeSkillAnswer } from '../../domain/learning/answers.ts';
import {
  type AssessedChange,
  judgeSkillPrompt,
} from '../../domain/learning/reflection/prompts/judge-skill-prompt.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * How well runs are expected to go with and without the change, 0 to 1, judged in one look at the same runs.
 */
export interface Judgement {
  score: number;
  baseline: number;
}

/**
 * The scores of a change, null where the judge gave none that can be used. Throws where there is no model to
 * ask.
 */
export async function judgeChange(
  runtime: Runtime,
  tenant: string,
  { change, signal }: { change: AssessedChange; signal: AbortSignal },
): Promise<Judgement | null> {
  try {
    const { candidate_score: score, baseline_score: baseline } = await askModel(runtime, {
      ...judgeSkillPrompt(change),
      tenant,
      purpose: 'judge_skill',
      schema: judgeSkillAnswer,
      signal,
    });
    return { score, baseline };
  } catch (error) {
    if (!isModelUnusable(error)) throw error;
    runtime.log.warn('judge_skill.failed', { tenant, fault: error.problem });
    return null;
  }
}
