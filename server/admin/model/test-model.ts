/** Tries whether the learning model could learn: the questions of learning, about a small run that plainly failed. */
import type { ModelCheck, ModelTest } from '../../domain/admin/model.ts';
import { explainEmbeddingsFault, explainModelFault, faultWords } from '../../domain/admin/model-fault.ts';
import { judgeSkillAnswer, lessonsAnswer } from '../../domain/learning/answers.ts';
import { judgeSkillPrompt } from '../../domain/learning/prompts/judge-skill.ts';
import { reflectPrompt, type ServedMemory } from '../../domain/learning/prompts/reflect.ts';
import type { QuotableEpisode } from '../../domain/learning/quote-episode.ts';
import type { Principal } from '../../domain/principal.ts';
import type { SkillState } from '../../domain/skills/skill-state.ts';
import { approved, type Trusted } from '../../domain/trust/side.ts';
import { EmbeddingsError } from '../../platform/embeddings/endpoint.ts';
import { fetchVectors } from '../../platform/embeddings/fetch-vectors.ts';
import { servedSpace, type VectorSpace } from '../../platform/embeddings/vector-space.ts';
import { askModel } from '../../platform/llm/ask-model.ts';
import { JOB_TIMEOUTS, type TimeoutPolicy } from '../../platform/llm/complete.ts';
import { measureTokens } from '../../platform/llm/measure-tokens.ts';
import { isModelUnavailable, isModelUnusable, isOverBudget } from '../../platform/llm/model-errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readDialect } from './read-model.ts';

const FAILED_RUN: QuotableEpisode = {
  id: 'ep_test',
  task: 'Refund order 1001 for the customer',
  messages: [
    { role: 'user', content: 'Refund order 1001, please. It was paid twice.' },
    {
      role: 'assistant',
      content: 'I called refund twice and it failed both times. I could not refund the order.',
    },
  ],
  toolCalls: [
    {
      name: 'refund',
      arguments: { order: '1001', amount: 50 },
      error: '409 nothing captured: capture the payment before refunding it',
    },
    {
      name: 'refund',
      arguments: { order: '1001', amount: 50 },
      error: '409 nothing captured: capture the payment before refunding it',
    },
  ],
  error: 'the refund failed: 409 nothing captured',
  outcome: 'failure',
  reward: 0,
  served: null,
};

const SKILL: SkillState = {
  ...{ id: 'sk_test', name: 'refund-orders', description: 'Refund an order', tags: [], frontMatter: {} },
  bullets: [
    {
      ...{ id: 'bl_test', section: 'steps', content: 'Capture the payment before you refund it', issue: '' },
      ...{ keywords: [], sources: [], status: 'active', helpful: 0, harmful: 0, neutral: 0, used: 0 },
    },
  ],
};

/** As long for an answer as a job, but a person does not wait for a provider that limits or fails. */
const TIMEOUTS: TimeoutPolicy = { ...JOB_TIMEOUTS, waitMs: 5000, queue: 'callers' };

const EMBEDDINGS_TIMEOUT_MS = 10_000;

type Finding = Pick<ModelCheck, 'ok' | 'detail' | 'means' | 'set'>;

const passed = (detail: string): Finding => ({ ok: true, detail, means: null, set: null });

function failed(error: unknown): Finding {
  const isModel = isModelUnavailable(error) || isModelUnusable(error) || isOverBudget(error);
  if (!isModel && !(error instanceof EmbeddingsError)) throw error;
  const { means, set } = isModel ? explainModelFault(error.message) : explainEmbeddingsFault(error.message);
  return { ok: false, detail: faultWords(error.message), means, set };
}

async function check(name: ModelCheck['name'], work: () => Promise<Finding>): Promise<ModelCheck> {
  const begun = performance.now();
  const finding = await work().catch(failed);
  return { name, ms: Math.round(performance.now() - begun), ...finding };
}

async function checkReflect(runtime: Runtime, tenant: string): Promise<Finding> {
  const episode: Trusted<QuotableEpisode> = approved(FAILED_RUN);
  const prompt = reflectPrompt({
    episode,
    rules: [],
    memories: approved<readonly ServedMemory[], 'trusted'>([]),
    contrasts: [],
  });
  const { lessons } = await askModel(runtime, {
    ...prompt,
    ...{ tenant, purpose: 'reflect', schema: lessonsAnswer, timeouts: TIMEOUTS },
  });
  const [lesson] = lessons;
  if (lesson !== undefined) return passed(`It learned: ${lesson.content}`);
  return {
    ok: false,
    detail: 'The answer has no lesson.',
    means: 'The model answered, but found nothing to learn in a run that plainly failed.',
    set: 'Set SERVICE_LLM_MODEL to a larger model.',
  };
}

async function checkJudgeSkill(runtime: Runtime, tenant: string): Promise<Finding> {
  const { baseline_score: before, candidate_score: after } = await askModel(runtime, {
    ...judgeSkillPrompt<'trusted'>({ before: [], after: approved([SKILL]), runs: [approved(FAILED_RUN)] }),
    ...{ tenant, purpose: 'judge_skill', schema: judgeSkillAnswer, timeouts: TIMEOUTS },
  });
  return passed(`It expects a score of ${before} without the rule, and of ${after} with it.`);
}

async function checkEmbeddings(runtime: Runtime, space: VectorSpace): Promise<Finding> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(EMBEDDINGS_TIMEOUT_MS);
  const [vector] = await fetchVectors(runtime.config, ['Refund an order'], { space, role: 'query', signal });
  const { timeoutMs } = runtime.config.embeddings;
  const detail = `A vector of ${vector?.length ?? 0} dimensions.`;
  if (performance.now() - begun <= timeoutMs) return passed(detail);
  return {
    ok: false,
    detail,
    means: `The endpoint took longer than the ${timeoutMs} ms that a recall waits. Such recalls go by words alone.`,
    set: 'If a second test is as slow, raise SERVICE_EMBEDDINGS_TIMEOUT_MS.',
  };
}

/**
 * Tests the model for the principal's tenant. Its calls are metered, and their result clears or renews the fault of the model.
 * After a first question without any answer the second is not asked.
 */
export async function testModel(runtime: Runtime, { tenant }: Principal): Promise<ModelTest> {
  const { result: reflect, tokens } = await measureTokens(runtime, (measured) =>
    check('reflect', () => checkReflect(measured, tenant)),
  );
  const hasAnswer = tokens.output > 0;
  const checks = [reflect];
  if (hasAnswer) checks.push(await check('judge_skill', () => checkJudgeSkill(runtime, tenant)));
  const space = servedSpace(runtime);
  if (space !== null) checks.push(await check('embeddings', () => checkEmbeddings(runtime, space)));
  return {
    learns: reflect.ok,
    checks,
    dialect: await readDialect(runtime),
    tokensPerSecond: hasAnswer ? Math.round((tokens.output * 10_000) / Math.max(1, reflect.ms)) / 10 : null,
  };
}
