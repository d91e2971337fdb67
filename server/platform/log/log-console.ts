/**
 * What libraries print through `console` becomes log lines: whoever collects the logs of staging and prod reads every
 * line of stdout as JSON, and one line of text in between breaks that.
 */
import { format, stripVTControlCharacters } from 'node:util';
import { troubleOf } from '../db/trouble.ts';
import type { Log } from './log.ts';

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

/** Turns what is printed with `printer` from now on into lines of `log` with event `console`, formatted as before. */
export function logConsole(printer: Printer, log: Log): void {
  for (const [method, level] of Object.entries(LEVELS) as [Method, 'info' | 'warn' | 'error'][]) {
    printer[method] = (...values) => {
      // The job queue's library traces every connection that it could not open; the database tells of that itself.
      if (method === 'trace' && values.some((value) => troubleOf(value) !== null)) return;
      const message = stripVTControlCharacters(format(...values)).trim();
      if (message !== '') log[level]('console', { message });
    };
  }
}
