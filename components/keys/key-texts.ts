/** What can be copied beside a new key: a line for an environment file, and a request that the key may make. Pure. */
import type { Scope } from '../shell/viewer.ts';

/** A read that a key with this scope may do. */
const TESTS: Record<Scope, string> = {
  learn: '/v1/skills',
  review: '/v1/changesets',
  admin: '/v1/admin/usage',
};

/** `WHETSTONE_API_KEY=…`, the variable that the clients read. */
export function envLine(key: string): string {
  return `WHETSTONE_API_KEY=${key}`;
}

/** A command that answers 200 where the key works; it reads only. */
export function curlTest({
  url,
  key,
  scopes,
}: {
  url: string;
  key: string;
  scopes: readonly Scope[];
}): string {
  const path = TESTS[scopes[0] ?? 'learn'];
  return `curl -sS -o /dev/null -w '%{http_code}\\n' '${url}${path}' -H 'authorization: Bearer ${key}'`;
}
