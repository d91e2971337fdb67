/** Asks a judge what a change is worth: the scores that policy, reviewers and evolution go by. */
import { judgeSkillAnswer } from '../../domain/learning/answers.ts';
import { type AssessedChange, judgeSkillPrompt } from '../../domain/learning/prompts/judge-skill.ts';
import type { Side } from '../../domain/trust/side.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { isModelUnavailable, isModelUnusable } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';

/**
 * How well runs are expected to go with and without the change, 0 to 1, judged in one look at the same runs.
 */
export interface Judgement {
  score: number;
  baseline: number;
}

/** Times that a judge is asked who gives no usable answer. */
const ATTEMPTS = 3;

/**
 * The scores of a change, null where a judge who was asked three times gave none that can be used. Throws where the budget is used
 * up, and the signal's reason.
 */
export async function judgeChange<S extends Side>(
  runtime: Runtime,
  tenant: string,
  { change, signal }: { change: AssessedChange<S>; signal: AbortSignal },
): Promise<Judgement | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
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
      if (!isModelUnusable(error) && !isModelUnavailable(error)) throw error;
      runtime.log.warn('judge_skill.failed', { tenant, attempt, fault: error.message });
    }
  }
  return null;
}
