/** What an operator should know of a configuration that a gateway may start with: lines of its first log. */
import { closest } from 'fastest-levenshtein';
import { authenticationDisabled, type Config, type Environment, fileVariable, VARIABLES } from './config.ts';

interface Warning {
  event: string;
  fields: Record<string, unknown>;
}

const ADVISED_KEY_LENGTH = 16;

const NAMES = VARIABLES.flatMap(({ name, secret }) =>
  secret === undefined ? [name] : [name, fileVariable(name)],
);

/** Variables of the version before that nothing reads any more. */
const RETIRED: ReadonlySet<string> = new Set([
  'SERVICE_BOOTSTRAP_ADMIN_KEY_PREVIOUS',
  'SERVICE_CANARY_CHEAPER',
  'SERVICE_CANARY_CHEAPER_MARGIN',
  'SERVICE_CANARY_GUARDRAILS',
  'SERVICE_DASHBOARD_AT_START',
  'SERVICE_DB_STATEMENT_TIMEOUT_MS',
  'SERVICE_EMBEDDINGS_DIMENSIONS',
  'SERVICE_EMBEDDINGS_PASSAGE_PREFIX',
  'SERVICE_EMBEDDINGS_QUERY_PREFIX',
  'SERVICE_MEMORY_UNUSED_DAYS',
  'SERVICE_MEMORY_WAIT_MS',
  'SERVICE_MOMENT_HOLDBACK_RATE',
  'SERVICE_MOMENT_SHARE',
  'SERVICE_OIDC_SCOPES',
  'SERVICE_PARTITION',
  'SERVICE_PROCESSES',
  'SERVICE_PUBLIC_SKILLS_TENANT',
  'SERVICE_PURGE_AT',
  'SERVICE_READ_LAG_MS',
  'SERVICE_RECALL_CACHE_MB',
  'SERVICE_RECALL_WORD_VECTORS',
  'SERVICE_REVIEW_REMINDER_HOURS',
  'SERVICE_SESSION_SECRET_PREVIOUS',
  'SERVICE_SKILL_HOLDBACK_RATE',
  'SERVICE_WEBHOOK_DELIVERY_RETENTION_DAYS',
  'SERVICE_WEBHOOK_ENCRYPTION_KEY_PREVIOUS',
]);

/** A variable that looks like ours and is none: a retired one with a note, any other with the name that is most like it. */
type UnknownVariable = { variable: string } & ({ note: string } | { nearest: string });

export function unknownVariables(env: Environment): UnknownVariable[] {
  const known = new Set(NAMES);
  return Object.keys(env)
    .filter((name) => name.startsWith('SERVICE_') && !known.has(name))
    .map((variable) =>
      RETIRED.has(variable.replace(/_FILE$/, ''))
        ? { variable, note: `${variable} is no longer used` }
        : { variable, nearest: closest(variable, NAMES) },
    );
}

/** The warnings. No value of a variable is repeated. */
export function startWarnings(config: Config, env: Environment): Warning[] {
  const { credentials } = config;
  const warnings: Warning[] = unknownVariables(env).map((fields) => ({
    event: 'config.unknown_variable',
    fields,
  }));
  if (authenticationDisabled(config)) {
    const fields = { tenant: 'dev', reason: 'SERVICE_ENV=dev without credentials' };
    warnings.push({ event: 'auth.disabled', fields });
  }
  if (credentials.bootstrapAdminKey !== null && credentials.bootstrapAdminKey.length < ADVISED_KEY_LENGTH) {
    const reason = `SERVICE_BOOTSTRAP_ADMIN_KEY has fewer than ${ADVISED_KEY_LENGTH} characters`;
    warnings.push({ event: 'auth.short_key', fields: { reason } });
  }
  if (env['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined) {
    const reason = 'OTEL_EXPORTER_OTLP_ENDPOINT is set, but this gateway sends no traces of itself';
    warnings.push({ event: 'otel.missing', fields: { reason } });
  }
  return warnings;
}
