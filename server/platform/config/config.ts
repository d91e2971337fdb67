/**
 * The configuration: read once at start-up through one typed schema, frozen, and handed down. A bad value stops the
 * process with one line that names the variable, what is wrong and what is allowed; a secret is never printed.
 */
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

type Groups = typeof VARIABLES;
type ValueOf<V> = V extends Variable<infer T> ? T : never;

/** Every setting, nested by group: `config.recall.minScore`. */
export type Config = {
  readonly [G in keyof Groups]: { readonly [K in keyof Groups[G]]: ValueOf<Groups[G][K]> };
};

/** The environment as text; `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration that cannot be used. `message` is the one line that the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function readVariable(variable: Variable<unknown>, env: Environment): unknown {
  const raw = env[variable.name]?.trim();
  if (raw === undefined || raw === '') return variable.fallback;
  const parsed = variable.read.safeParse(raw);
  if (parsed.success) return parsed.data;
  const shown = variable.secret === 'nothing' ? JSON.stringify(raw) : 'its value';
  throw new ConfigError(`${variable.name}: ${shown} is not allowed; allowed: ${variable.allowed}`);
}

/**
 * Reads every variable on its own, without asking whether a process may start with them. Throws {@link ConfigError}
 * for the first value that is not allowed.
 */
export function readVariables(env: Environment): Config {
  const config: Record<string, Record<string, unknown>> = {};
  for (const [group, variables] of Object.entries(VARIABLES)) {
    const values: Record<string, unknown> = {};
    for (const [key, variable] of Object.entries(variables)) {
      values[key] = readVariable(variable as Variable<unknown>, env);
    }
    config[group] = Object.freeze(values);
  }
  return Object.freeze(config) as Config;
}

function requireCredentials({ server, credentials }: Config): void {
  if (server.env === 'dev') return;
  if (
    credentials.oidcJwksUrl !== null &&
    (credentials.oidcIssuer === null || credentials.oidcAudience === null)
  ) {
    throw new ConfigError(
      'SERVICE_OIDC_JWKS_URL: set without SERVICE_OIDC_ISSUER and SERVICE_OIDC_AUDIENCE; allowed: all three together',
    );
  }
  if (server.env === 'prod' && credentials.bootstrapAdminKey === null && credentials.oidcJwksUrl === null) {
    throw new ConfigError(
      'SERVICE_BOOTSTRAP_ADMIN_KEY: not set and no OIDC configured; allowed in prod: a bootstrap key, or ' +
        'SERVICE_OIDC_JWKS_URL with SERVICE_OIDC_ISSUER and SERVICE_OIDC_AUDIENCE (SERVICE_ENV=dev runs without)',
    );
  }
}

function requireModel({ model, learning, canary }: Config): void {
  if (model.provider === 'openai' && model.name === null) {
    throw new ConfigError('SERVICE_LLM_MODEL: not set; required when SERVICE_LLM_PROVIDER is openai');
  }
  if (learning.archiveAfterDays <= learning.staleAfterDays) {
    throw new ConfigError('SERVICE_ARCHIVE_AFTER_DAYS: must be above SERVICE_STALE_AFTER_DAYS');
  }
  if (canary.maxSamples < canary.minSamples) {
    throw new ConfigError('SERVICE_CANARY_MAX_SAMPLES: must not be below SERVICE_CANARY_MIN_SAMPLES');
  }
}

/** Reads the whole configuration. Throws {@link ConfigError} for the first value that cannot be used. */
export function readConfig(env: Environment): Config {
  const config = readVariables(env);
  requireCredentials(config);
  requireModel(config);
  return config;
}

/** The address to listen on: SERVICE_HOST, else loopback in dev and every interface otherwise. */
export function listenHost({ server }: Config): string {
  return server.host ?? (server.env === 'dev' ? '127.0.0.1' : '0.0.0.0');
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

/** What `npm run config` prints: every variable with its effective value, secrets masked, and what it is for. */

const MASK = '********';

/** Parameters of a database URL that are credentials. */
const SECRET_PARAMETER = /^(ssl)?password$/i;

function shown(variable: Variable<unknown>, value: unknown): string {
  if (value === null) return '(unset)';
  if (variable.secret === 'whole') return MASK;
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

/** The variables whose default depends on others, by name. */
function derived(config: Config): Record<string, string> {
  return { SERVICE_HOST: listenHost(config), SERVICE_PUBLIC_URL: publicUrl(config) };
}

/** One row per variable, in the order of the groups. */
export function describeConfig(config: Config): { name: string; value: string; about: string }[] {
  const effective = derived(config);
  return Object.entries(VARIABLES).flatMap(([group, variables]) =>
    Object.entries(variables).map(([key, variable]) => {
      const values = config[group as keyof Config] as Readonly<Record<string, unknown>>;
      return {
        name: variable.name,
        value: shown(variable as Variable<unknown>, effective[variable.name] ?? values[key]),
        about: variable.about,
      };
    }),
  );
}
