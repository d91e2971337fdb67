/**
 * Every variable the service reads, grouped by what it governs: the one place for names, defaults and bounds.
 * `npm run config` prints all of it.
 */
import { z } from 'zod';
import { REVIEW_MODES } from '../../domain/trust/tool-names.ts';
import {
  address,
  choice,
  decimal,
  flag,
  group,
  integer,
  jsonObject,
  list,
  optionalInteger,
  optionalPattern,
  pattern,
  proxies,
  secret,
  text,
} from './variable-types.ts';

const DAY_MAX = 36_500;
const COUNT_MAX = 1_000_000;

const server = group({
  env: choice('SERVICE_ENV', ['dev', 'staging', 'prod'], { fallback: 'prod', about: 'environment mode' }),
  host: text('SERVICE_HOST', 'listen address; 127.0.0.1 in dev, 0.0.0.0 otherwise'),
  port: integer('SERVICE_PORT', 0, 65_535, { fallback: 8080, about: 'listen port; 0 takes a free one' }),
  publicUrl: address('SERVICE_PUBLIC_URL', 'base URL a browser uses; the listen address when unset'),
  drainSeconds: optionalInteger(
    'SERVICE_DRAIN_SECONDS',
    0,
    300,
    'seconds for which /readyz is 503, and requests are still taken, before a stop; 0 in dev, 5 otherwise',
  ),
  maxRequestBytes: integer('SERVICE_MAX_REQUEST_BYTES', 1024, 1_000_000_000, {
    fallback: 4_000_000,
    about: 'largest request body on every path, decompressed',
  }),
  corsOrigins: list('SERVICE_CORS_ORIGINS', { fallback: [], about: 'origins that may call from a browser' }),
  mcpAllowedHosts: list('SERVICE_MCP_ALLOWED_HOSTS', {
    fallback: ['localhost:*', '127.0.0.1:*'],
    about: 'Host headers that /mcp accepts, and in dev without credentials every path beside loopback names',
  }),
  metricFrameworks: list('SERVICE_METRIC_FRAMEWORKS', {
    fallback: [],
    about: 'frameworks that get a metric label of their own beside the known ones; the rest is other',
  }),
  forwardedAllowIps: proxies('FORWARDED_ALLOW_IPS', {
    fallback: '127.0.0.1,::1',
    about: 'proxies whose X-Forwarded-For is trusted: addresses or CIDR blocks, comma-separated, or *',
  }),
});

const database = group({
  url: pattern('SERVICE_DATABASE_URL', /^(file:.+|postgres(ql)?:\/\/.+)$/, {
    allowed: 'a file: or postgresql: URL',
    fallback: 'file:./data/service.db',
    about: 'file: is SQLite (one process), postgresql: is PostgreSQL; ?pgbouncer=true through PgBouncer',
    secret: 'password',
  }),
  readUrl: optionalPattern('SERVICE_DATABASE_READ_URL', /^postgres(ql)?:\/\/.+$/, {
    allowed: 'a postgresql: URL',
    about: 'a streaming replica of SERVICE_DATABASE_URL, for lists, search, exports and insights',
    secret: 'password',
  }),
  poolSize: integer('SERVICE_DB_POOL_SIZE', 1, 1000, {
    fallback: 10,
    about: 'PostgreSQL connections kept open',
  }),
  maxOverflow: integer('SERVICE_DB_MAX_OVERFLOW', 0, 1000, {
    fallback: 20,
    about: 'further PostgreSQL connections under load',
  }),
});

const credentials = group({
  bootstrapAdminKey: secret(
    'SERVICE_BOOTSTRAP_ADMIN_KEY',
    1,
    'key with every scope in any tenant',
    '; 8 in prod, and fewer than 16 are warned of',
  ),
  sessionSecret: secret(
    'SERVICE_SESSION_SECRET',
    32,
    'signs dashboard sessions; kept in the database in dev',
  ),
  oidcJwksUrl: address('SERVICE_OIDC_JWKS_URL', 'turns on OIDC tokens'),
  oidcIssuer: text('SERVICE_OIDC_ISSUER', 'exact issuer of accepted tokens'),
  oidcAudience: text('SERVICE_OIDC_AUDIENCE', 'audience that tokens must contain'),
  oidcTenantClaim: pattern('SERVICE_OIDC_TENANT_CLAIM', /^.+$/, {
    allowed: 'a claim name',
    fallback: 'tid',
    about: 'claim that names the tenant',
  }),
  oidcClientId: text('SERVICE_OIDC_CLIENT_ID', 'adds "Sign in with SSO" to the dashboard'),
  oidcClientSecret: secret('SERVICE_OIDC_CLIENT_SECRET', 1, 'secret of that client'),
});

const limits = group({
  perMinute: integer('SERVICE_RATE_LIMIT_PER_MINUTE', 0, COUNT_MAX, {
    fallback: 600,
    about: 'requests a minute per principal; 0 is unlimited',
  }),
  perMinutePerIp: integer('SERVICE_IP_RATE_LIMIT_PER_MINUTE', 0, COUNT_MAX, {
    fallback: 3000,
    about: 'requests a minute per client address; 0 is unlimited',
  }),
  dailyTokenBudget: integer('SERVICE_DAILY_TOKEN_BUDGET', 0, Number.MAX_SAFE_INTEGER, {
    fallback: 5_000_000,
    about: 'learning tokens per tenant and UTC day; 0 is unlimited',
  }),
});

const model = group({
  provider: choice('SERVICE_LLM_PROVIDER', ['none', 'openai'], {
    fallback: 'none',
    about: 'none, or any OpenAI-compatible endpoint',
  }),
  baseUrl: address('SERVICE_LLM_BASE_URL', 'endpoint of the learning model'),
  apiKey: secret('SERVICE_LLM_API_KEY', 1, 'its credential'),
  name: text('SERVICE_LLM_MODEL', 'its model; required with openai'),
  effort: pattern('SERVICE_LLM_EFFORT', /^[a-z]*$/, {
    allowed: 'a word such as low, medium or high, or nothing at all',
    fallback: 'medium',
    about: 'reasoning effort; an empty value sends none',
    keepsEmpty: true,
  }),
  maxTokens: integer('SERVICE_LLM_MAX_TOKENS', 1, COUNT_MAX, { fallback: 16_000, about: 'longest answer' }),
  contextTokens: optionalInteger(
    'SERVICE_LLM_CONTEXT_TOKENS',
    2048,
    100_000_000,
    'context of the model, prompt and answer together; unset takes it from the endpoint',
  ),
  headers: jsonObject('SERVICE_LLM_HEADERS', z.record(z.string(), z.string()), {
    about: 'further headers of each request',
    secret: 'whole',
  }),
  extraBody: jsonObject('SERVICE_LLM_EXTRA_BODY', z.record(z.string(), z.unknown()), {
    about: 'further fields of each request, such as {"chat_template_kwargs":{"enable_thinking":false}}',
  }),
});

const embeddings = group({
  url: address('SERVICE_EMBEDDINGS_URL', 'OpenAI-compatible embeddings endpoint; unset means lexical recall'),
  model: text('SERVICE_EMBEDDINGS_MODEL', 'its model'),
  apiKey: secret('SERVICE_EMBEDDINGS_API_KEY', 1, 'its credential'),
  timeoutMs: integer('SERVICE_EMBEDDINGS_TIMEOUT_MS', 1, 60_000, {
    fallback: 300,
    about: "longest wait for a query's vector at recall",
  }),
});

const recall = group({
  minScore: decimal('SERVICE_RECALL_MIN_SCORE', 0, 1, { fallback: 0.12, about: 'lowest score served' }),
  minMemoryScore: decimal('SERVICE_RECALL_MIN_MEMORY_SCORE', 0, 1, {
    fallback: 0.12,
    about: 'lowest score of a memory served',
  }),
  maxSkills: integer('SERVICE_RECALL_MAX_SKILLS', 0, 50, { fallback: 3, about: 'skills injected in full' }),
  maxMemories: integer('SERVICE_RECALL_MAX_MEMORIES', 0, 200, { fallback: 8, about: 'memories injected' }),
  skillIndexSize: integer('SERVICE_RECALL_SKILL_INDEX_SIZE', 0, 1000, {
    fallback: 20,
    about: 'further skills listed by name',
  }),
  holdoutRate: decimal('SERVICE_HOLDOUT_RATE', 0, 1, {
    fallback: 0.05,
    about: 'share of sessions without skills; 0 disables lift measurement',
  }),
  creditHours: integer('SERVICE_RECALL_CREDIT_HOURS', 1, 8760, {
    fallback: 168,
    about: 'maximum time between a recall and the run it is credited to',
  }),
  redactPii: flag('SERVICE_REDACT_PII', { fallback: true, about: 'redact text before it is stored' }),
});

const learning = group({
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
  fromUntrusted: flag('SERVICE_LEARN_FROM_UNTRUSTED', {
    fallback: true,
    about: 'ask what text from outside teaches, too; it waits for a person',
  }),
  shareLearnedFacts: flag('SERVICE_SHARE_LEARNED_FACTS', {
    fallback: false,
    about: 'store learned facts that are not user-specific without a user',
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

const governance = group({
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
  untrustedNeedsReview: choice('SERVICE_UNTRUSTED_NEEDS_REVIEW', REVIEW_MODES, {
    fallback: 'true',
    about:
      'hold what was learned from text from outside; strict: from every tool that no list of the agent trusts',
  }),
  userRulesNeedReview: choice('SERVICE_USER_RULES_NEED_REVIEW', ['auto', 'true', 'false'], {
    fallback: 'auto',
    about:
      'hold rules learned from what users said in runs with a user_id; auto where the agent has several users and only one taught it',
  }),
});

const canary = group({
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
});

const evolution = group({
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

const worker = group({
  embedded: flag('SERVICE_EMBEDDED_WORKER', { fallback: true, about: 'run the worker inside the gateway' }),
  concurrency: integer('SERVICE_WORKER_CONCURRENCY', 1, 1000, { fallback: 4, about: 'jobs at once' }),
  jobMaxAttempts: integer('SERVICE_JOB_MAX_ATTEMPTS', 1, 100, { fallback: 3, about: 'attempts of a job' }),
  jobLeaseSeconds: integer('SERVICE_JOB_LEASE_SECONDS', 5, 86_400, {
    fallback: 15,
    about:
      'after so many seconds without a sign of life of its worker, others take a job; it gives one every third',
  }),
  metricsPort: integer('SERVICE_WORKER_METRICS_PORT', 0, 65_535, {
    fallback: 9464,
    about: "a standalone worker's metrics; 0 disables",
  }),
  heartbeatFile: text('SERVICE_WORKER_HEARTBEAT_FILE', 'file a standalone worker touches every 10 s'),
});

const retention = group({
  episodeDays: integer('SERVICE_EPISODE_RETENTION_DAYS', 1, DAY_MAX, {
    fallback: 90,
    about: 'age at which purge removes episodes, recalls, finished jobs and learning errors',
  }),
  auditDays: integer('SERVICE_AUDIT_RETENTION_DAYS', 1, DAY_MAX, {
    fallback: 365,
    about: 'age at which purge removes audit entries',
  }),
});

const webhooks = group({
  allowedHosts: list('SERVICE_WEBHOOK_ALLOWED_HOSTS', {
    fallback: [],
    about:
      'host names, addresses and CIDR blocks that webhooks may be sent to though they are not public, or without https',
  }),
  encryptionKey: secret(
    'SERVICE_WEBHOOK_ENCRYPTION_KEY',
    32,
    'encrypts the secrets of webhooks in the database; one that is kept there when unset',
  ),
});

/** Every setting by group, from the text of its variable; where that is unset, its default. */
export const settingsSchema = group({
  server,
  database,
  credentials,
  limits,
  model,
  embeddings,
  recall,
  learning,
  governance,
  canary,
  evolution,
  worker,
  retention,
  webhooks,
});
