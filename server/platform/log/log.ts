/**
 * Structured logs: JSON lines on stdout in staging and prod, console text in dev. Every line has `event`, `level`
 * and `timestamp`, and the request's id and tenant where there is a request. Lines carry ids and counts, never
 * transcripts or secrets, and none is longer than {@link boundedLine} allows.
 */
import { type DestinationStream, type Logger as Pino, pino } from 'pino';
import { currentRequest } from '../request-context.ts';
import { boundedLine } from './bounded-line.ts';
import { pretty } from './pretty.ts';

/** Writes one line a call; `fields` must not hold transcripts or secrets. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

function logOver(logger: Pino): Log {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: Record<string, unknown> = {}) =>
      logger[level]({ event, ...fields });
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

function requestFields(): Record<string, unknown> {
  const request = currentRequest();
  if (request === undefined) return {};
  return {
    request_id: request.requestId,
    ...(request.tenant === undefined ? {} : { tenant: request.tenant }),
  };
}

/** A log on stdout, or on `destination`. */
export function createLog(env: 'dev' | 'staging' | 'prod', destination?: DestinationStream): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      mixin: requestFields,
      hooks: { streamWrite: boundedLine },
    },
    destination ?? (env === 'dev' ? pretty() : pino.destination({ fd: 1, sync: true })),
  );
  return logOver(logger);
}
