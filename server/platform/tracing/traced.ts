/** Spans of what the process does. There is no tracer unless one was started: then each span costs one comparison. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Runtime } from '../runtime.ts';
import { shared } from '../shared.ts';

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

type Attributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  /** Begins a trace; that of a request is a part of its caller's where `traceparent` is among the headers. */
  root?: 'job' | IncomingHttpHeaders;
  /** Asked for when the work has ended. They name no text, user or tenant. */
  attributes?: () => Attributes;
}

/** Does `work` inside of a span; outside of a trace it only does the work. */
export type Tracer = <T>(name: string, work: () => T, options: SpanOptions) => T;

const NONE: SpanOptions = {};

// One for the process: the dashboard's bundle has a copy of this module.
const tracing = shared('tracing', (): { tracer: Tracer | null } => ({ tracer: null }));

export function setTracer(tracer: Tracer): void {
  tracing.tracer = tracer;
}

/** Does `work`, and where the process is traced, tells how long it took and whether it failed. */
export function traced<T>(name: string, work: () => T, options = NONE): T {
  return tracing.tracer === null ? work() : tracing.tracer(name, work, options);
}

const STATEMENT =
  /^\s*(?:WITH\b.*?\b(?=INSERT|UPDATE|DELETE|SELECT))?(\w+)(?:.*?\b(?:INTO|FROM|UPDATE)\s+"?(\w+))?/is;

/** Does a statement of SQL; its span is named by what it does and its first table, as `INSERT recall`. */
export function tracedStatement<T>(sql: string, work: () => T): T {
  if (tracing.tracer === null) return work();
  const [, does = 'statement', table = ''] = STATEMENT.exec(sql.slice(0, 1000)) ?? [];
  const name = `${does.toUpperCase()} ${table}`.trim();
  return tracing.tracer(name, work, { attributes: () => ({ 'db.operation.name': does.toUpperCase() }) });
}
