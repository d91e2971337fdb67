/** What the command's exit code says to a script. Documented in the README and in `whetstone --help`. */
import type { WhetstoneError } from '../errors.ts';

export const EXIT = {
  ok: 0,
  /** The gateway refused, or part of the work could not be done. */
  failed: 1,
  /** The command line means nothing. */
  usage: 2,
  /** The gateway does not answer. */
  unreachable: 3,
  /** The key is missing, unknown or lacks a scope. */
  denied: 4,
} as const;

export function exitCodeOf({ kind, status }: WhetstoneError): number {
  if (status === 401 || status === 403) return EXIT.denied;
  if (kind === 'invalid') return EXIT.usage;
  const isSilent = kind === 'network' || kind === 'timeout' || kind === 'malformed';
  return isSilent ? EXIT.unreachable : EXIT.failed;
}
