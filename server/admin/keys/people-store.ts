/** The names of people who signed in through the identity provider, for pages that say who did something. */

import { type Tx, tenantClient } from '../../platform/db/tenant-client.ts';
import { errorFields } from '../../platform/log/log.ts';
import type { Runtime } from '../../platform/runtime.ts';

interface Person {
  actor: string;
  name: string;
}

/** Keeps by what name somebody signed in; two sign-ins at once leave one row. Signing in works without: a failure is logged. */
export async function noteSignIn(runtime: Runtime, tenant: string, { actor, name }: Person): Promise<void> {
  const at = runtime.clock();
  try {
    await runtime.db.write(
      (tx) => tenantClient(tx, tenant).$executeRaw`
        INSERT INTO person (tenant, actor, name, signed_in_at) VALUES (${tenant}, ${actor}, ${name}, ${at})
        ON CONFLICT (tenant, actor) DO UPDATE SET name = excluded.name, signed_in_at = excluded.signed_in_at`,
    );
  } catch (error) {
    runtime.log.warn('people.sign_in_not_noted', errorFields(error));
  }
}

/** The names of those of `actors` who signed in. */
export async function signedInNames(
  tx: Tx,
  tenant: string,
  actors: readonly string[],
): Promise<Map<string, string>> {
  if (actors.length === 0) return new Map();
  const rows = await tenantClient(tx, tenant).person.findMany({
    where: { actor: { in: [...actors] } },
    select: { actor: true, name: true },
  });
  return new Map(rows.map(({ actor, name }) => [actor, name]));
}
