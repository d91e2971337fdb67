/** Starts tracing where OTEL_EXPORTER_OTLP_ENDPOINT says where to. */
import type { Runtime } from '../runtime.ts';

const REMEDY =
  'OTEL_EXPORTER_OTLP_ENDPOINT is set, and nothing is sent there without its packages (docs/operations.md)';

/**
 * Starts it as the service `name`; returns what sends the last spans. OpenTelemetry is no part of an ordinary
 * installation, and is loaded only here.
 */
export async function startTracing({ config, log }: Runtime, name: string): Promise<() => Promise<void>> {
  if (config.server.otelEndpoint === null) return () => Promise.resolve();
  try {
    const { startOpenTelemetry } = await import('./open-telemetry.ts');
    return startOpenTelemetry(name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    log.warn('otel.missing', { reason: REMEDY });
    return () => Promise.resolve();
  }
}
