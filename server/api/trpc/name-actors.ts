/** What the actors on a page are called: pages show no ids of keys. */
import { actorNames } from '../../admin/keys/index.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Answers with the name of any of `actors`; null of nobody, and of who is no key of the tenant. */
export async function nameActors(
  { runtime, principal }: { runtime: Runtime; principal: Principal },
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string | null> {
  const known = actors.filter((actor) => actor !== null);
  const names = await actorNames(runtime, principal.tenant, known);
  return (actor) => (actor === null ? null : (names.get(actor) ?? null));
}
