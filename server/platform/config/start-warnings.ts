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

/** The variables that look like ours and are none, each with the name that is most like it. */
export function unknownVariables(env: Environment): { variable: string; nearest: string }[] {
  const known = new Set(NAMES);
  return Object.keys(env)
    .filter((name) => name.startsWith('SERVICE_') && !known.has(name))
    .map((variable) => ({ variable, nearest: closest(variable, NAMES) }));
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
  return warnings;
}
