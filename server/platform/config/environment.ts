/** The only place of the service that reads `process.env`. */
import type { Environment } from './config.ts';

/** The process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}
