/** Console text for people in dev, through pino's own formatter; loaded apart so that production never needs it. */
import type { DestinationStream } from 'pino';
import pinoPretty from 'pino-pretty';

/** A stream that prints each log line as text: time, level, event, then what else the line has. */
export function pretty(): DestinationStream {
  return pinoPretty({
    sync: true,
    colorize: process.stdout.isTTY,
    timestampKey: 'timestamp',
    translateTime: 'SYS:HH:MM:ss.l',
    messageFormat: '{event}',
    ignore: 'event',
  });
}
