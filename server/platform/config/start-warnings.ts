/** What an operator should know of a configuration that a gateway may start with: lines of its first log. */
import { authenticationDisabled, type Config } from './config.ts';

interface Warning {
  event: string;
  fields: Record<string, unknown>;
}

const ADVISED_KEY_LENGTH = 16;
const OTEL_PACKAGE = '@opentelemetry/auto-instrumentations-node';

/** The warnings; `isInstalled` says whether a package can be loaded. No value of a variable is repeated. */
export function startWarnings(config: Config, isInstalled: (name: string) => boolean): Warning[] {
  const { server, credentials } = config;
  const warnings: Warning[] = [];
  if (authenticationDisabled(config)) {
    const fields = { tenant: 'dev', reason: 'SERVICE_ENV=dev without credentials' };
    warnings.push({ event: 'auth.disabled', fields });
  }
  if (credentials.bootstrapAdminKey !== null && credentials.bootstrapAdminKey.length < ADVISED_KEY_LENGTH) {
    const reason = `SERVICE_BOOTSTRAP_ADMIN_KEY has fewer than ${ADVISED_KEY_LENGTH} characters`;
    warnings.push({ event: 'auth.short_key', fields: { reason } });
  }
  if (server.otelEndpoint !== null && !isInstalled(OTEL_PACKAGE)) {
    const reason = 'OTEL_EXPORTER_OTLP_ENDPOINT is set, and nothing is sent there without the package';
    warnings.push({ event: 'otel.missing', fields: { package: OTEL_PACKAGE, reason } });
  }
  return warnings;
}
