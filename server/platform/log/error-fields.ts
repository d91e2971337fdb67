/**
 * What may be logged of a thrown value. Messages of the database client and of JSON parsing repeat the data they
 * failed on, so those messages are dropped: logs carry no transcripts.
 */
import { isServiceError } from '../errors.ts';

const MAX_MESSAGE = 300;

/** The name, code, stack frames and, where it cannot hold a caller's data, the message of whatever was thrown. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  const message = repeatsData(error) ? {} : { message: error.message.slice(0, MAX_MESSAGE) };
  // What something else fails for has no place in our code worth looking at, and comes in numbers.
  if (isServiceError(error) && error.kind === 'unavailable')
    return { error: error.name, ...code, ...message };
  return { error: error.name, ...code, ...message, frames: framesOf(error), ...cause };
}

function repeatsData(error: Error): boolean {
  return (
    error.name.startsWith('PrismaClient') ||
    error.name === 'DriverAdapterError' ||
    error instanceof SyntaxError
  );
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .map((line) => line.trim())
    .slice(0, 12);
}
