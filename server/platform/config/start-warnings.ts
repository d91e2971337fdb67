/** What an operator should know of a configuration that a gateway may start with: lines of its first log. */
import { authenticationDisabled, type Config } from './config.ts';

interface Warning {
  event: string;
  fields: Record<string, unknown>;
}

const ADVISED_KEY_LENGTH = 16;

/** The warnings. No value of a variable is repeated. */
export function startWarnings(config: Config): Warning[] {
  const { credentials } = config;
  const warnings: Warning[] = [];
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
