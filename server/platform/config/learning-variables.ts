/** The variables of learning: when it runs, what policy approves, what is tried on live traffic. */
import { NO_GUARDRAILS } from '../../domain/skills/canary/guardrails.ts';
import { choice, decimal, flag, group, integer, margins } from './variable-types.ts';

const DAY_MAX = 36_500;
const COUNT_MAX = 1_000_000;

export const learning = group({
  reflectEveryEpisodes: integer('SERVICE_REFLECT_EVERY_N_EPISODES', 1, COUNT_MAX, {
    fallback: 5,
    about: 'episodes of an agent between reflections',
  }),
  reflectMinToolCalls: integer('SERVICE_REFLECT_MIN_TOOL_CALLS', 1, COUNT_MAX, {
    fallback: 5,
    about: 'tool calls that make an episode reflect at once',
  }),
  reflectOnFailure: flag('SERVICE_REFLECT_ON_FAILURE', { fallback: true, about: 'reflect on every failure' }),
  reflectDebounceSeconds: integer('SERVICE_REFLECT_DEBOUNCE_SECONDS', 0, 86_400, {
    fallback: 20,
    about: 'quiet time before reflection',
  }),
  curateEveryEpisodes: integer('SERVICE_CURATE_EVERY_N_EPISODES', 1, COUNT_MAX, {
    fallback: 25,
    about: 'episodes of an agent between curations',
  }),
  curateDaily: flag('SERVICE_CURATE_DAILY', { fallback: true, about: 'curate quiet agents once a day' }),
  selfJudge: flag('SERVICE_SELF_JUDGE_UNKNOWN_OUTCOMES', { fallback: true, about: 'judge unknown outcomes' }),
  minJudgeConfidence: decimal('SERVICE_MIN_JUDGE_CONFIDENCE', 0, 1, {
    fallback: 0.7,
    about: 'confidence from which a judgement counts',
  }),
  maxOpsPerChangeset: integer('SERVICE_MAX_OPS_PER_CHANGESET', 1, 1000, {
    fallback: 6,
    about: 'operations in a learned changeset; evolution three times that',
  }),
  maxBulletWords: integer('SERVICE_MAX_BULLET_WORDS', 4, 10_000, {
    fallback: 80,
    about: 'longest rule without a lint finding',
  }),
  shareLearnedFacts: flag('SERVICE_SHARE_LEARNED_FACTS', {
    fallback: false,
    about: 'store learned facts that are not user-specific without a user',
  }),
  memoryWaitMs: integer('SERVICE_MEMORY_WAIT_MS', 1, 60_000, {
    fallback: 10_000,
    about:
      'maximum wait of POST /v1/memories for the model; then the memory is pending and a job reconciles it',
  }),
  staleAfterDays: integer('SERVICE_STALE_AFTER_DAYS', 1, DAY_MAX, {
    fallback: 30,
    about: 'unused active skills',
  }),
  archiveAfterDays: integer('SERVICE_ARCHIVE_AFTER_DAYS', 1, DAY_MAX, {
    fallback: 90,
    about: 'unused stale skills',
  }),
});

export const governance = group({
  autoApproveLowRisk: flag('SERVICE_AUTO_APPROVE_LOW_RISK', { fallback: true, about: 'policy for low risk' }),
  autoApproveMediumRisk: flag('SERVICE_AUTO_APPROVE_MEDIUM_RISK', {
    fallback: false,
    about: 'policy for medium risk',
  }),
  autoApproveMinEvalScore: decimal('SERVICE_AUTO_APPROVE_MIN_EVAL_SCORE', 0, 1, {
    fallback: 0.7,
    about: 'lowest score that policy approves',
  }),
  autoApproveMemories: flag('SERVICE_AUTO_APPROVE_MEMORIES', {
    fallback: true,
    about: 'store memories as active unless something holds them',
  }),
  minSessionsForAutoApprove: integer('SERVICE_MIN_SESSIONS_FOR_AUTO_APPROVE', 1, COUNT_MAX, {
    fallback: 1,
    about: 'independent sessions that a learned change or memory must rest on for policy to approve it',
  }),
  reviewFourEyes: flag('SERVICE_REVIEW_FOUR_EYES', {
    fallback: false,
    about: 'who proposed or wrote a change or a memory may not approve it',
  }),
  untrustedNeedsReview: flag('SERVICE_UNTRUSTED_NEEDS_REVIEW', {
    fallback: true,
    about: 'hold what was learned from tool output, retrieved text or files',
  }),
  userRulesNeedReview: choice('SERVICE_USER_RULES_NEED_REVIEW', ['auto', 'true', 'false'], {
    fallback: 'auto',
    about:
      'hold rules said only by users of runs with a user_id; auto where the agent has several users and only one said it',
  }),
});

export const canary = group({
  enabled: flag('SERVICE_CANARY_ENABLED', { fallback: true, about: 'try risky changes on live traffic' }),
  rule: choice('SERVICE_CANARY_RULE', ['posterior', 'calibrated'], {
    fallback: 'posterior',
    about: 'verdict rule: of changes that are no better posterior applies 15 to 25 %, calibrated at most 5 %',
  }),
  floor: decimal('SERVICE_CANARY_FLOOR', 0, 0.5, { fallback: 0.1, about: 'least share of each arm' }),
  minSamples: integer('SERVICE_CANARY_MIN_SAMPLES', 1, COUNT_MAX, {
    fallback: 20,
    about: 'evidence of each arm before a verdict, and uses before a canary',
  }),
  threshold: decimal('SERVICE_CANARY_THRESHOLD', 0.5, 1, {
    fallback: 0.95,
    about: 'P(candidate better) that promotes',
  }),
  maxSamples: integer('SERVICE_CANARY_MAX_SAMPLES', 1, COUNT_MAX, {
    fallback: 300,
    about: 'candidate evidence at which an undecided canary ends',
  }),
  maxDays: integer('SERVICE_CANARY_MAX_DAYS', 1, DAY_MAX, {
    fallback: 14,
    about: 'age at which a canary expires',
  }),
  guardrails: margins('SERVICE_CANARY_GUARDRAILS', {
    fallback: NO_GUARDRAILS,
    about: 'by how much a promoted candidate may be worse; off: success alone decides',
  }),
  cheaper: flag('SERVICE_CANARY_CHEAPER', {
    fallback: false,
    about: 'also promote what is not worse but better by a guardrail',
  }),
  cheaperMargin: decimal('SERVICE_CANARY_CHEAPER_MARGIN', 0, 1, {
    fallback: 0.1,
    about: 'success that such a candidate may lose, in shares of 1',
  }),
});

export const evolution = group({
  minUses: integer('SERVICE_EVOLVE_MIN_USES', 1, COUNT_MAX, {
    fallback: 10,
    about: 'uses before nomination',
  }),
  maxSuccessRate: decimal('SERVICE_EVOLVE_MAX_SUCCESS_RATE', 0, 1, {
    fallback: 0.7,
    about: 'success rate at or below which a skill is nominated',
  }),
  iterations: integer('SERVICE_EVOLVE_ITERATIONS', 1, 100, { fallback: 4, about: 'candidates tried' }),
  evalSample: integer('SERVICE_EVOLVE_EVAL_SAMPLE', 1, 1000, { fallback: 10, about: 'episodes scored' }),
  minibatch: integer('SERVICE_EVOLVE_MINIBATCH', 1, 100, { fallback: 3, about: 'episodes reflected on' }),
});
