/** Shows a tenant's policy, and what it was before. */
import type { DecidedChange } from '../../domain/admin/policy/decided-changes.ts';
import type { Policy } from '../../domain/admin/policy/policy.ts';
import type { Principal } from '../../domain/principal.ts';
import { type PolicyVersion, policyStore } from '../../knowledge/index.ts';
import { policySettings, tenantConfig } from '../../platform/config/tenant-config.ts';
import { noCursor, type Page, pageOf, placeOf } from '../../platform/paging.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { listDecidedChanges } from './decided-store.ts';

export async function readPolicy(runtime: Runtime, { tenant }: Principal): Promise<Policy> {
  const [current] = await policyStore(runtime.db.read, tenant).newest(1);
  return toPolicy(runtime, current ?? null);
}

/** Decided changes that a policy is compared with. */
const MOST_DECIDED = 100;

/** The policy with the learned changes that were decided last. */
export async function comparePolicy(
  runtime: Runtime,
  principal: Principal,
): Promise<Policy & { decided: DecidedChange[] }> {
  const policy = await readPolicy(runtime, principal);
  return { ...policy, decided: await listDecidedChanges(runtime.db.read, principal.tenant, MOST_DECIDED) };
}

/** `current` null: the tenant never had values of its own. */
export function toPolicy({ config }: Runtime, current: PolicyVersion | null): Policy {
  return {
    version: current?.version ?? 0,
    own: current?.settings ?? {},
    settings: policySettings(tenantConfig(config, current?.settings ?? null)),
    installation: policySettings(config),
    changedBy: current?.changedBy ?? null,
    changedAt: current?.changedAt.toISOString() ?? null,
  };
}

type ShownVersion = Pick<Policy, 'version' | 'own'> & { changedBy: string; changedAt: string };

/** A page of the versions, newest first. */
export async function listPolicyVersions(
  runtime: Runtime,
  { tenant }: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<ShownVersion>> {
  const place = placeOf(cursor, 'number');
  const before = place === null ? null : Number(place.key);
  if (before !== null && !Number.isInteger(before)) throw noCursor();
  const rows = await policyStore(runtime.db.read, tenant).newest(limit + 1, before);
  return pageOf(rows, limit, {
    show: ({ version, settings: own, changedBy, changedAt }) => ({
      ...{ version, own, changedBy, changedAt: changedAt.toISOString() },
    }),
    place: ({ version }) => ({ key: version, id: String(version) }),
  });
}
