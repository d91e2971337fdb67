/**
 * The configuration: read once at start-up through one zod schema, frozen, and handed down. A bad value stops
 * the process with one line that names the variable, what is wrong and what is allowed; a secret is never
 * printed.
 */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { variableFacts } from './variable-types.ts';
import { settingsSchema } from './variables.ts';

/** Every setting, nested by group: `config.recall.minScore`. */
export type Config = z.output<typeof settingsSchema>;

/** The environment as text; `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration that cannot be used. `message` is the one line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Every variable with the place of its setting, in the order of the groups. */
export const VARIABLES = Object.entries(settingsSchema.unwrap().shape).flatMap(([group, settings]) =>
  Object.entries(settings.unwrap().shape).map(([key, schema]) => {
    const facts = variableFacts.get(schema);
    if (facts === undefined) throw new Error(`${group}.${key} is not a variable`);
    return { group, key, fallback: schema.parse(undefined), ...facts };
  }),
);

/** Characters below which a bootstrap key could be guessed while the gateway answers the guesses. */
const LEAST_KEY_IN_PROD = 8;

/** The settings with what must hold between them for a process to start. */
const startableSchema = settingsSchema
  .refine(
    ({ server, credentials: { oidcJwksUrl, oidcIssuer, oidcAudience } }) =>
      server.env === 'dev' || oidcJwksUrl === null || (oidcIssuer !== null && oidcAudience !== null),
    'SERVICE_OIDC_JWKS_URL: set without SERVICE_OIDC_ISSUER and SERVICE_OIDC_AUDIENCE; allowed: all three together',
  )
  .refine(
    ({ server, credentials: { bootstrapAdminKey, oidcJwksUrl } }) =>
      server.env !== 'prod' || bootstrapAdminKey !== null || oidcJwksUrl !== null,
    'SERVICE_BOOTSTRAP_ADMIN_KEY: not set and no OIDC configured; allowed in prod: a bootstrap key, or ' +
      'SERVICE_OIDC_JWKS_URL with SERVICE_OIDC_ISSUER and SERVICE_OIDC_AUDIENCE (SERVICE_ENV=dev runs without)',
  )
  .refine(
    ({ server, credentials: { bootstrapAdminKey } }) =>
      server.env !== 'prod' || bootstrapAdminKey === null || bootstrapAdminKey.length >= LEAST_KEY_IN_PROD,
    `SERVICE_BOOTSTRAP_ADMIN_KEY: its value is too short; allowed in prod: at least ${LEAST_KEY_IN_PROD} characters`,
  )
  .refine(
    ({ database }) => database.readUrl === null || !database.url.startsWith('file:'),
    'SERVICE_DATABASE_READ_URL: SQLite has no replicas; allowed: with a postgresql: URL in SERVICE_DATABASE_URL',
  )
  .refine(
    ({ model }) => model.provider !== 'openai' || model.name !== null,
    'SERVICE_LLM_MODEL: not set; required when SERVICE_LLM_PROVIDER is openai',
  )
  .refine(
    ({ learning }) => learning.archiveAfterDays > learning.staleAfterDays,
    'SERVICE_ARCHIVE_AFTER_DAYS: must be above SERVICE_STALE_AFTER_DAYS',
  )
  .refine(
    ({ canary }) => canary.maxSamples >= canary.minSamples,
    'SERVICE_CANARY_MAX_SAMPLES: must not be below SERVICE_CANARY_MIN_SAMPLES',
  )
  .refine(
    ({ governance }) =>
      governance.userRulesNeedReview !== 'true' || governance.untrustedNeedsReview !== 'false',
    'SERVICE_USER_RULES_NEED_REVIEW: needs SERVICE_UNTRUSTED_NEEDS_REVIEW, which holds what others than users said',
  );

/** The name under which a secret may be given as a file, as the secrets of Docker and Kubernetes are. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/** The text of a variable, for a secret also that of the file which is named instead. Empty text means unset. */
function textOf(
  { name, secret, keepsEmpty }: (typeof VARIABLES)[number],
  env: Environment,
): string | undefined {
  const own = keepsEmpty ? env[name]?.trim() : env[name]?.trim() || undefined;
  const path = secret === undefined ? '' : (env[fileVariable(name)]?.trim() ?? '');
  if (path === '') return own;
  if (own !== undefined)
    throw new ConfigError(`${name}: set beside ${fileVariable(name)}; allowed: one of the two`);
  const text = secretIn(path, fileVariable(name));
  if (text === '')
    throw new ConfigError(`${fileVariable(name)}: "${path}" is empty; allowed: a file with the value`);
  return text;
}

function secretIn(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new ConfigError(
      `${name}: "${path}" cannot be read (${code}); allowed: a file that this process may read`,
    );
  }
}

function parse(schema: typeof settingsSchema, env: Environment): Config {
  const sent: Record<string, Record<string, string | undefined>> = {};
  for (const variable of VARIABLES) {
    const { group, key } = variable;
    sent[group] = { ...sent[group], [key]: textOf(variable, env) };
  }
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  const [issue] = error.issues;
  const [group, key] = issue?.path ?? [];
  const variable = VARIABLES.find((each) => each.group === group && each.key === key);
  if (variable === undefined) throw new ConfigError(issue?.message);
  const { name, allowed, secret } = variable;
  const shown = secret === undefined ? JSON.stringify(env[name]?.trim()) : 'its value';
  throw new ConfigError(`${name}: ${shown} is not allowed; allowed: ${allowed}`);
}

/**
 * Reads every variable, without asking whether a process may start with them. Throws {@link ConfigError} for
 * the first value that is not allowed.
 */
export function readVariables(env: Environment): Config {
  return parse(settingsSchema, env);
}

/** Reads the whole configuration. Throws {@link ConfigError} for the first value that cannot be used. */
export function readConfig(env: Environment): Config {
  return parse(startableSchema, env);
}

/** The address to listen on: SERVICE_HOST, else loopback in dev and every interface otherwise. */
export function listenHost({ server }: Config): string {
  return server.host ?? (server.env === 'dev' ? '127.0.0.1' : '0.0.0.0');
}

/** Seconds between being not ready and taking no more connections: balancers ask every few seconds. */
export function drainSeconds({ server }: Config): number {
  return server.drainSeconds ?? (server.env === 'dev' ? 0 : 5);
}

/** True where every request runs as tenant `dev` with all scopes: dev without any credential configured. */
export function authenticationDisabled({ server, credentials }: Config): boolean {
  return server.env === 'dev' && credentials.bootstrapAdminKey === null && credentials.oidcJwksUrl === null;
}

/** The base URL a browser uses: SERVICE_PUBLIC_URL, else the listen address. */
export function publicUrl(config: Config): string {
  const { publicUrl: configured, port } = config.server;
  return configured?.replace(/\/+$/, '') ?? `http://${browsable(listenHost(config))}:${port}`;
}

/** An address that a browser on this machine can open. */
function browsable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const MASK = '********';

/** Parameters of a database URL that are credentials. */
const SECRET_PARAMETER = /^(ssl)?password$/i;

function maskedValue(secret: 'password' | 'whole' | undefined, value: unknown): string {
  if (value === null) return '(unset)';
  if (secret === 'whole') return MASK;
  return typeof value === 'string' ? withoutPassword(value) : JSON.stringify(value);
}

/** A URL keeps all but its credentials; any other text is shown as it is. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  const secret = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (url.password === '' && secret.length === 0) return text;
  if (url.password !== '') url.password = MASK;
  for (const name of secret) url.searchParams.set(name, MASK);
  return url.toString();
}

/** What `npm run config` prints: a row per variable, with its effective value and without secrets. */
export function describeConfig(config: Config): { name: string; value: string; about: string }[] {
  const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = config;
  /** The variables whose default depends on others. */
  const derived: Record<string, string> = {
    SERVICE_HOST: listenHost(config),
    SERVICE_DRAIN_SECONDS: String(drainSeconds(config)),
    SERVICE_PUBLIC_URL: publicUrl(config),
  };
  return VARIABLES.map(({ group, key, name, about, secret }) => ({
    name,
    value: maskedValue(secret, derived[name] ?? settings[group]?.[key]),
    about,
  }));
}
