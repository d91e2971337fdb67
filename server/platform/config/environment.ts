/** The only place of the service that touches `process.env`. */
import type { Environment } from './config.ts';

/** The process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Tells the sign-in library the address that browsers use: it reads it from the environment alone. */
export function nameDashboardAddress(url: string): void {
  process.env['NEXTAUTH_URL'] = url;
}
