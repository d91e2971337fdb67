/**
 * Structured logs: JSON lines on stdout in staging and prod, console text in dev. Every line has `event`,
 * `level` and `timestamp`, and the request's id and tenant where there is a request. Lines carry ids and
 * counts, never transcripts or secrets, and none is longer than {@link boundedLine} allows.
 */

import { format, stripVTControlCharacters } from 'node:util';
import { type DestinationStream, type Logger as Pino, pino } from 'pino';
import pinoPretty from 'pino-pretty';
import { troubleOf } from '../db/trouble.ts';
import { isServiceError } from '../errors.ts';
import { currentRequest } from '../request-context.ts';

/**
 * The longest line that the log writes. Whatever a caller or a library manages to have logged, collectors
 * read lines whole, and a disk that a stranger can fill is an outage.
 */

/** Most bytes of a line, with its end. */
export const MAX_LINE_BYTES = 8000;

/** What is tried, one after the other: longest text, and most entries of a list or an object. */
const CUTS = [
  { text: 1000, entries: 50 },
  { text: 200, entries: 20 },
  { text: 60, entries: 5 },
] as const;

/** What a line keeps in any case; the rest may go. */
const ESSENTIAL = ['level', 'timestamp', 'event', 'request_id', 'tenant'];

/**
 * A line of JSON as it may be written: long texts and lists are cut, and `cut_bytes` tells how long it was.
 */
function boundedLine(line: string): string {
  if (line.length * 3 <= MAX_LINE_BYTES) return line;
  const bytes = Buffer.byteLength(line);
  if (bytes <= MAX_LINE_BYTES) return line;
  const fields = JSON.parse(line) as Record<string, unknown>;
  for (const cut of CUTS) {
    const shorter = written(shorten(fields, cut) as Record<string, unknown>, bytes);
    if (Buffer.byteLength(shorter) <= MAX_LINE_BYTES) return shorter;
  }
  const kept = Object.fromEntries(
    ESSENTIAL.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  return written(shorten(kept, { text: 200, entries: 0 }) as Record<string, unknown>, bytes);
}

function written(fields: Record<string, unknown>, bytes: number): string {
  return `${JSON.stringify({ ...fields, cut_bytes: bytes })}\n`;
}

function shorten(value: unknown, cut: { text: number; entries: number }, depth = 0): unknown {
  if (typeof value === 'string') {
    return value.length <= cut.text ? value : `${value.slice(0, cut.text).toWellFormed()}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return '…';
  if (Array.isArray(value)) return value.slice(0, cut.entries).map((item) => shorten(item, cut, depth + 1));
  const entries = Object.entries(value);
  // The line itself keeps its fields, which come from our own code.
  const kept = depth === 0 ? entries : entries.slice(0, cut.entries);
  return Object.fromEntries(
    kept.map(([key, item]) => [key.slice(0, cut.text).toWellFormed(), shorten(item, cut, depth + 1)]),
  );
}

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

// Console text for people in dev, through pino's own formatter; loaded apart so that production never needs
// it.

/** A stream that prints each log line as text: time, level, event, then what else the line has. */
function pretty(): DestinationStream {
  return pinoPretty({
    sync: true,
    colorize: process.stdout.isTTY,
    timestampKey: 'timestamp',
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{event}',
    ignore: 'event',
  });
}

// What may be logged of a thrown value. Messages of the database client and of JSON parsing repeat the data
// they failed on, so those messages are dropped: logs carry no transcripts.

const MAX_MESSAGE = 300;

/**
 * The name, code, stack frames and, where it cannot hold a caller's data, the message of whatever was thrown.
 */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  const message = repeatsData(error) ? {} : { message: error.message.slice(0, MAX_MESSAGE) };
  // What something else fails for has no place in our code worth looking at, and comes in numbers.
  if (isServiceError(error) && error.kind === 'unavailable')
    return { error: error.name, ...code, ...message };
  return { error: error.name, ...code, ...message, frames: stackFrames(error), ...cause };
}

/** What is kept of an error: its name, and its message where that cannot hold what callers sent. */
export function errorText(error: unknown): string {
  const { error: name, code, message } = errorFields(error);
  return [name, code, message].filter((part) => part !== undefined).join(': ');
}

function repeatsData(error: Error): boolean {
  return (
    error.name.startsWith('PrismaClient') ||
    error.name === 'DriverAdapterError' ||
    error instanceof SyntaxError
  );
}

/** The stack without its first lines, which repeat the message. */
function stackFrames(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .map((line) => line.trim())
    .slice(0, 12);
}

// What libraries print through `console` becomes log lines: anyone who collects the logs of staging and prod
// reads every line of stdout as JSON, and one line of text in between breaks that.

const LEVELS = {
  debug: 'info',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'error',
} as const;

type Method = keyof typeof LEVELS;

/** The part of `console` that libraries print with. */
export type Printer = Record<Method, (...values: unknown[]) => void>;

/**
 * Turns what is printed with `printer` from now on into lines of `log` with event `console`, formatted as
 * before.
 */
export function logConsole(printer: Printer, log: Log): void {
  for (const [method, level] of Object.entries(LEVELS) as [Method, 'info' | 'warn' | 'error'][]) {
    printer[method] = (...values) => {
      // The job queue's library traces every connection that it could not open; the database tells of that
      // itself.
      if (method === 'trace' && values.some((value) => troubleOf(value) !== null)) return;
      const message = stripVTControlCharacters(format(...values)).trim();
      if (message !== '') log[level]('console', { message });
    };
  }
}
