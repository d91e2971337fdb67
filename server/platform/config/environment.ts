/** The only part of the service that uses `process.env`. */
import type { Environment } from './config.ts';

/** The process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Sets the dashboard's address for the sign-in library, which reads it from the environment only. */
export function nameDashboardAddress(url: string): void {
  process.env['NEXTAUTH_URL'] = url;
}
