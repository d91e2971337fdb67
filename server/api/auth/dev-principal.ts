/** Who everybody is where authentication is off. */
import { type Principal, SCOPES } from '../../domain/principal.ts';

const DEV: Principal = { tenant: 'dev', actor: 'dev', bucket: 'dev', scopes: new Set(SCOPES) };

/** The principal of every request in dev without credentials: tenant `dev`, all scopes. */
export function devPrincipal(): Principal {
  return DEV;
}
