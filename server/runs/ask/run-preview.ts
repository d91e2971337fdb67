/** A recall's preview, and where it is asked for what the learning model answers to the task with what is known and without. */
import { runAnswer } from '../../domain/learning/answers.ts';
import type { Principal } from '../../domain/principal.ts';
import type { ModelRun, RecallPreviewRequest } from '../../domain/runs/recall/recall.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { REQUEST_TIMEOUTS, type TimeoutPolicy } from '../../platform/llm/complete.ts';
import { measureTokens } from '../../platform/llm/measure-tokens.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { previewRecall } from '../recall/index.ts';
import { callerError } from './ask.ts';

const INSTRUCTIONS =
  'You are an agent without tools. Do the task as well as you can in one answer: say what you would do, step by step, and in which order. Answer in the language of the task.';

/** A person waits for it, also for a slow model. */
const TIMEOUTS: TimeoutPolicy = { ...REQUEST_TIMEOUTS, timeoutMs: 180_000 };

async function runTask(runtime: Runtime, { tenant }: Principal, user: string): Promise<ModelRun> {
  const begun = performance.now();
  const { result, tokens } = await measureTokens(runtime, (measured) =>
    askModel(measured, {
      ...{ tenant, purpose: 'run', system: INSTRUCTIONS, user },
      ...{ schema: runAnswer, timeouts: TIMEOUTS },
    }),
  );
  return {
    answer: result.answer,
    ms: Math.round(performance.now() - begun),
    input_tokens: tokens.input,
    output_tokens: tokens.output,
  };
}

/** Previews a recall; with `run` it fails with `unavailable` where there is no usable answer, and with `over_budget`. */
export async function runPreview(runtime: Runtime, principal: Principal, request: RecallPreviewRequest) {
  const preview = await previewRecall(runtime, principal, request);
  if (!request.run) return { ...preview, runs: null };
  const { instructions } = preview.with_change ?? preview.now;
  const task = `The task:\n${request.query}`;
  try {
    // One after the other: a model on one's own machine answers one question at a time.
    const without = await runTask(runtime, principal, task);
    const informed =
      instructions === '' ? null : await runTask(runtime, principal, `${instructions}\n\n${task}`);
    return { ...preview, runs: { without_knowledge: without, with_knowledge: informed } };
  } catch (error) {
    throw callerError(error);
  }
}
