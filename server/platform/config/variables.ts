/**
 * Every variable the service reads, grouped by what it governs: the one place for names, defaults and bounds.
 * Those of recalls are in recall-variables.ts, those of learning and review in learning-variables.ts, those of webhooks in
 * webhook-variables.ts.
 * `npm run config` prints all of it.
 */
import { canary, evolution, governance, learning } from './learning-variables.ts';
import { recall } from './recall-variables.ts';
import {
  address,
  choice,
  flag,
  group,
  integer,
  list,
  optionalInteger,
  optionalPattern,
  pattern,
  proxies,
  secret,
  text,
} from './variable-types.ts';
import { webhooks } from './webhook-variables.ts';

const DAY_MAX = 36_500;
const COUNT_MAX = 1_000_000;

const server = group({
  env: choice('SERVICE_ENV', ['dev', 'staging', 'prod'], { fallback: 'prod', about: 'environment mode' }),
  host: text('SERVICE_HOST', 'listen address; 127.0.0.1 in dev, 0.0.0.0 otherwise'),
  port: integer('SERVICE_PORT', 0, 65_535, { fallback: 8080, about: 'listen port; 0 takes a free one' }),
  publicUrl: address('SERVICE_PUBLIC_URL', 'base URL a browser uses; the listen address when unset'),
  dashboardAtStart: flag('SERVICE_DASHBOARD_AT_START', { fallback: false, about: 'prepare its pages first' }),
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
  publicSkillsTenant: text('SERVICE_PUBLIC_SKILLS_TENANT', 'tenant whose published skills anyone can read'),
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
    about: 'a streaming replica of SERVICE_DATABASE_URL, for lists, search, exports, insights and rehearsals',
    secret: 'password',
  }),
  readLagMs: integer('SERVICE_READ_LAG_MS', 10, 60_000, {
    fallback: 500,
    about: 'longest wait for the replica to have all that was committed; after it reads go to the primary',
  }),
  poolSize: integer('SERVICE_DB_POOL_SIZE', 1, 1000, {
    fallback: 10,
    about: 'PostgreSQL connections kept open',
  }),
  maxOverflow: integer('SERVICE_DB_MAX_OVERFLOW', 0, 1000, {
    fallback: 20,
    about: 'further PostgreSQL connections under load',
  }),
  statementTimeoutMs: integer('SERVICE_DB_STATEMENT_TIMEOUT_MS', 0, 3_600_000, {
    fallback: 30_000,
    about: 'longest time of a statement on PostgreSQL, a 503 after it; 0 is unlimited',
  }),
});

const credentials = group({
  bootstrapAdminKey: secret(
    'SERVICE_BOOTSTRAP_ADMIN_KEY',
    1,
    'key with every scope in any tenant',
    '; 8 in prod, and fewer than 16 are warned of',
  ),
  bootstrapAdminKeyPrevious: secret(
    'SERVICE_BOOTSTRAP_ADMIN_KEY_PREVIOUS',
    1,
    'the key before, accepted beside it during a rotation',
  ),
  sessionSecret: secret(
    'SERVICE_SESSION_SECRET',
    32,
    'signs dashboard sessions; kept in the database in dev',
  ),
  sessionSecretPrevious: secret(
    'SERVICE_SESSION_SECRET_PREVIOUS',
    32,
    'the secret before: sessions that it signed go on during a rotation',
  ),
  oidcJwksUrl: address('SERVICE_OIDC_JWKS_URL', 'turns on OIDC tokens'),
  oidcIssuer: text('SERVICE_OIDC_ISSUER', 'exact issuer of accepted tokens'),
  oidcAudience: text('SERVICE_OIDC_AUDIENCE', 'audience that tokens must contain'),
  oidcTenantClaim: pattern('SERVICE_OIDC_TENANT_CLAIM', /^.+$/, {
    allowed: 'a claim name',
    fallback: 'tid',
    about: 'claim that names the tenant',
  }),
  oidcScopes: pattern('SERVICE_OIDC_SCOPES', /^(?:[!-~]+ )*openid(?: [!-~]+)*$/, {
    allowed: 'scopes with a space between them, openid among them',
    fallback: 'openid profile email',
    about: 'scopes that the dashboard asks the provider for at sign-in',
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
  effort: pattern('SERVICE_LLM_EFFORT', /^[a-z]+$/, {
    allowed: 'a word such as low, medium or high',
    fallback: 'medium',
    about: 'reasoning effort',
  }),
  maxTokens: integer('SERVICE_LLM_MAX_TOKENS', 1, COUNT_MAX, { fallback: 16_000, about: 'longest answer' }),
});

const embeddings = group({
  url: address('SERVICE_EMBEDDINGS_URL', 'OpenAI-compatible embeddings endpoint; unset means lexical recall'),
  model: text('SERVICE_EMBEDDINGS_MODEL', 'its model'),
  apiKey: secret('SERVICE_EMBEDDINGS_API_KEY', 1, 'its credential'),
  dimensions: optionalInteger(
    'SERVICE_EMBEDDINGS_DIMENSIONS',
    1,
    8192,
    'how many numbers of a vector are kept, of models made for that (Matryoshka); unset means all',
  ),
  queryPrefix: text(
    'SERVICE_EMBEDDINGS_QUERY_PREFIX',
    'what the model wants before a question, a space between, as `query:`',
  ),
  passagePrefix: text(
    'SERVICE_EMBEDDINGS_PASSAGE_PREFIX',
    'what it wants before a text that is found, as `passage:`',
  ),
  timeoutMs: integer('SERVICE_EMBEDDINGS_TIMEOUT_MS', 1, 60_000, {
    fallback: 300,
    about: "longest wait for a query's vector at recall",
  }),
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
  deliveryDays: integer('SERVICE_WEBHOOK_DELIVERY_RETENTION_DAYS', 1, DAY_MAX, {
    fallback: 30,
    about: 'age at which purge removes deliveries of webhooks',
  }),
  auditDays: integer('SERVICE_AUDIT_RETENTION_DAYS', 1, DAY_MAX, {
    fallback: 365,
    about: 'age at which purge removes audit entries',
  }),
  purgeAt: pattern('SERVICE_PURGE_AT', /^(off|([01]\d|2[0-3]):[0-5]\d)$/, {
    allowed: 'a time of day such as 03:00 (UTC), or off',
    fallback: '03:00',
    about: 'when a worker purges, once a day in the whole installation (UTC)',
  }),
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
